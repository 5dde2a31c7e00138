//! What a user of an editor wants of the server: initialization options, and the section `reweave` of the settings.

use serde_json::Value;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// Whether this server renames; not where another one of the language does.
    pub rename: bool,
    /// Whether what could be refactored is shown as hints.
    pub suggestions: bool,
    /// The branch or commit since which refactorings are counted above each file.
    pub since: Option<String>,
    /// Whether the client asks its user for values of an action that has `fields`.
    pub forms: bool,
    /// A command of the client that renames what stands at a place: it takes the address of a document and a position.
    pub rename_command: Option<String>,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            rename: true,
            suggestions: false,
            since: None,
            forms: false,
            rename_command: None,
        }
    }
}

impl Wishes {
    /// What a client gives at the start. A client that can show the form fields of `command/resolve` says so in its experimental
    /// capabilities.
    pub fn at_start(params: &Value) -> Self {
        let mut wishes = Self::default();
        wishes.take(&params["initializationOptions"]);
        let inputs = &params["capabilities"]["experimental"]["interactiveInputTypes"];
        wishes.forms |= inputs.as_array().is_some_and(|all| !all.is_empty());
        wishes
    }

    /// Takes over what is given; what cannot be read stays as it was. An empty `since` means none.
    pub fn take(&mut self, given: &Value) {
        let Some(fields) = given.as_object() else {
            return;
        };
        let flag = |name: &str, old: bool| fields.get(name).and_then(Value::as_bool).unwrap_or(old);
        let text = |name: &str, old: Option<String>| match fields.get(name) {
            Some(Value::String(text)) => Some(text.clone()).filter(|t| !t.is_empty()),
            Some(Value::Null) => None,
            _ => old,
        };
        *self = Self {
            rename: flag("rename", self.rename),
            suggestions: flag("suggestions", self.suggestions),
            since: text("since", self.since.take()),
            forms: flag("forms", self.forms),
            rename_command: text("renameCommand", self.rename_command.take()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_given_or_cannot_be_read_stays() {
        let options = json!({"suggestions": true, "since": "main", "rename": "no"});
        let mut wishes = Wishes::at_start(&json!({"initializationOptions": options}));
        assert!(wishes.rename && wishes.suggestions && !wishes.forms);
        wishes.take(&json!({"since": "", "rename": false}));
        assert_eq!((wishes.since, wishes.rename), (None, false));
        let inputs = json!({"experimental": {"interactiveInputTypes": ["string"]}});
        assert!(Wishes::at_start(&json!({"capabilities": inputs})).forms);
    }
}
