//! `topboard certificate`: by what the hall's certificate is known, what it is for, until when, and where the root is.

use crate::{
    cli::CertificateOptions,
    commands::run,
    config::Config,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{put, say},
    },
    tls::{self, Files, Names, Paper, ROOT_NAME, TlsChoice},
};

/// Prints what is known of the certificate, or the root itself.
pub fn command(options: &CertificateOptions) -> Outcome {
    let config = run::load(options.config.as_deref())?;
    match &config.tls {
        TlsChoice::Plain => Err(Failure::Input(
            "nothing is encrypted here; set tls = \"own\" under [server], or give certificate files"
                .to_owned(),
        )),
        TlsChoice::Own(names) => own(&config, names, options.root),
        TlsChoice::Files(_) if options.root => Err(Failure::Input(
            "the certificate comes from files, so its root is with whoever issued it".to_owned(),
        )),
        TlsChoice::Files(files) => of_files(files),
    }
}

fn own(config: &Config, names: &[String], is_root_asked: bool) -> Outcome {
    let path = config.folder.join(ROOT_NAME);
    let Some((pem, paper)) = tls::root(&config.folder)? else {
        return Err(Failure::Input(format!(
            "there is no root certificate {} yet; `topboard run` makes it when it starts",
            path.display()
        )));
    };
    if is_root_asked {
        put!("{pem}");
        return Ok(());
    }
    say!("The root certificate is {}; its fingerprint (SHA-256) is", path.display());
    tell(&paper);
    say!("Phones get it at /certificate of each page. It vouches for this computer under");
    paper.permitted.only(&Names::of_computer(names)).texts().iter().for_each(|name| say!("  {name}"));
    Ok(())
}

fn of_files(files: &Files) -> Outcome {
    let paper = files.paper().map_err(Failure::Input)?;
    say!("The certificate is {}; its fingerprint (SHA-256) is", files.certificate.display());
    tell(&paper);
    say!("It is for");
    paper.names.texts().iter().for_each(|name| say!("  {name}"));
    Ok(())
}

fn tell(paper: &Paper) {
    let (from, to) = paper.days();
    say!("{}", paper.fingerprint);
    say!("It is good from {from} to {to}.");
}
