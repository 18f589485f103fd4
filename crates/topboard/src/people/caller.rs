//! Whoever sends a request, before anything is known of the person.

use crate::tls::Scheme;
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{Extensions, request::Parts},
};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

/// The other end of a request, as the listener saw it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    pub(crate) scheme: Scheme,
}

impl Caller {
    /// Returns what the listener noted with a request.
    pub(crate) fn of(noted: &Extensions) -> Caller {
        let from = noted.get::<ConnectInfo<SocketAddr>>();
        Caller {
            address: from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(from)| from.ip()),
            scheme: noted.get().copied().unwrap_or(Scheme::Http),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        Ok(Caller::of(&parts.extensions))
    }
}
