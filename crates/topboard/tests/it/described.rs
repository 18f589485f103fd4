//! An OpenAPI document, and whether an answer is one that it promises.

use crate::arbiter_client::Answer;
use serde_json::{Map, Value};

/// The words of schemas that say nothing about values, or nothing that is looked at here.
const PASSED_OVER: [&str; 9] = [
    "description",
    "examples",
    "default",
    "pattern",
    "format",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
];

/// A method at a path, with everything that may stand in the query.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) path: String,
    pub(crate) method: String,
    pub(crate) queries: Vec<String>,
    promised: Map<String, Value>,
}

/// A document.
pub(crate) struct Described(pub(crate) Value);

impl Described {
    pub(crate) fn paths(&self) -> Vec<String> {
        self.0["paths"].as_object().expect("paths").keys().cloned().collect()
    }

    /// Returns every operation.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut all = Vec::new();
        for (path, item) in self.0["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("operations") {
                if method == "parameters" {
                    continue;
                }
                let parameters = [&item["parameters"], &operation["parameters"]];
                let parameters = parameters.iter().filter_map(|list| list.as_array()).flatten();
                let queries = parameters.map(|one| self.of(one)).filter(|one| one["in"] == "query");
                let queries = queries.flat_map(samples).collect();
                let promised = operation["responses"].as_object().expect("responses").clone();
                all.push(Operation { path: path.clone(), method: method.clone(), queries, promised });
            }
        }
        all
    }

    /// Returns what is wrong with an answer; `None` if it is as promised.
    pub(crate) fn complaint(&self, operation: &Operation, answer: &Answer) -> Option<String> {
        let status = answer.status.to_string();
        let class = format!("{}XX", &status[..1]);
        let promised = operation.promised.get(&status).or_else(|| operation.promised.get(&class));
        let Some(promised) = promised.map(|one| self.of(one)) else {
            return Some(format!("status {status} is not promised"));
        };
        let content = promised["content"].as_object()?;
        let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap_or_default();
        let Some(media) = content.get(kind) else {
            return Some(format!("{status} comes as {kind:?}, not as {:?}", content.keys()));
        };
        let value = match kind {
            "application/json" => match serde_json::from_str(&answer.body) {
                Ok(value) => value,
                Err(error) => return Some(format!("no JSON: {error}")),
            },
            // Events have no end.
            "text/event-stream" => return None,
            _ => Value::from(answer.body.as_str()),
        };
        self.fault(&media["schema"], &value).map(|(at, why)| format!("{at}: {why}"))
    }

    /// Returns what a reference leads to, or the value itself.
    fn of<'a>(&'a self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str() {
            Some(path) => self.0.pointer(&path[1..]).unwrap_or_else(|| panic!("{path} leads nowhere")),
            None => value,
        }
    }

    /// Returns where a value is not as its schema has it, and why.
    fn fault(&self, schema: &Value, value: &Value) -> Option<(String, String)> {
        let here = |why: String| Some((String::new(), why));
        let within = |name: &str, schema: &Value, value: &Value| {
            self.fault(schema, value).map(|(at, why)| (format!("/{name}{at}"), why))
        };
        let Some(rules) = schema.as_object() else {
            return if *schema == Value::Bool(false) { here("is there".to_owned()) } else { None };
        };
        for (rule, wanted) in rules {
            let list = wanted.as_array().map(Vec::as_slice).unwrap_or_default();
            let fault = match rule.as_str() {
                "$ref" => self.fault(self.of(schema), value),
                "type" => {
                    let is_one = if list.is_empty() {
                        is_of(wanted, value)
                    } else {
                        list.iter().any(|one| is_of(one, value))
                    };
                    if is_one { None } else { here(format!("{value} is no {wanted}")) }
                }
                "const" if wanted != value => here(format!("{value} is not {wanted}")),
                "enum" if !list.contains(value) => here(format!("{value} is none of {wanted}")),
                "const" | "enum" => None,
                "minimum" if value.as_f64() < wanted.as_f64() => {
                    here(format!("{value} is less than {wanted}"))
                }
                "maximum" if value.as_f64() > wanted.as_f64() => {
                    here(format!("{value} is more than {wanted}"))
                }
                "minimum" | "maximum" => None,
                "required" => {
                    let missing =
                        list.iter().find(|name| value.get(name.as_str().unwrap_or_default()).is_none());
                    missing.filter(|_| value.is_object()).and_then(|name| here(format!("{name} is missing")))
                }
                "properties" => {
                    wanted.as_object().into_iter().flatten().find_map(|(name, schema)| {
                        value.get(name).and_then(|value| within(name, schema, value))
                    })
                }
                "additionalProperties" => {
                    value.as_object().into_iter().flatten().find_map(|(name, value)| {
                        if schema["properties"].get(name).is_some() {
                            None
                        } else {
                            within(name, wanted, value)
                        }
                    })
                }
                "items" => {
                    let first = schema["prefixItems"].as_array().map_or(0, Vec::len);
                    value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .skip(first)
                        .find_map(|value| within("-", wanted, value))
                }
                "prefixItems" => list
                    .iter()
                    .zip(value.as_array().into_iter().flatten())
                    .find_map(|(schema, value)| within("-", schema, value)),
                "allOf" => list.iter().find_map(|schema| self.fault(schema, value)),
                "anyOf" | "oneOf" if list.iter().all(|schema| self.fault(schema, value).is_some()) => {
                    here(format!("{value} is none of the {}", list.len()))
                }
                "anyOf" | "oneOf" => None,
                rule => {
                    assert!(PASSED_OVER.contains(&rule), "{rule} is not understood here");
                    None
                }
            };
            if fault.is_some() {
                return fault;
            }
        }
        None
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        _ => panic!("{kind} is no type"),
    }
}

/// Returns what may stand in a query for a parameter.
fn samples(parameter: &Value) -> Vec<String> {
    let name = parameter["name"].as_str().expect("a name");
    let schema = &parameter["schema"];
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("{name}={}", value.as_str().expect("a word"))).collect();
    }
    let values = match (schema["type"].as_str(), schema["pattern"].as_str()) {
        (Some("boolean"), _) => vec!["true", "false"],
        (Some("string"), Some(_)) => vec!["1", "1,2"],
        _ => vec!["nothing:1"],
    };
    values.into_iter().map(|value| format!("{name}={value}")).collect()
}
