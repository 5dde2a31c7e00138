//! What frameworks reach though no call in the program shows it: an open list of annotations, each with what it means for a
//! declaration that is deleted, renamed, or given another signature. A configuration adds to it, changes it and takes from it.

/// What a change of a declaration means to a framework.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    Ignore,
    Warn,
    Refuse,
}

/// What stands behind an annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// With its package; without one, any annotation of that simple name.
    pub annotation: String,
    /// Who reaches what it stands at, and how; for messages: `JUnit runs it`.
    pub why: String,
    pub delete: Effect,
    pub rename: Effect,
    pub signature: Effect,
    /// A name that the annotation gives (`@Column(name = "x")`) stands for that of the declaration: a rename is then only warned of.
    pub may_name: bool,
    /// At a type, its fields are reached like this and not only the type.
    pub fields: bool,
}

/// The annotations by which frameworks reach declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frameworks {
    pub all: Vec<Reached>,
}

impl Default for Frameworks {
    fn default() -> Self {
        let mut all = Vec::new();
        for group in GROUPS {
            for name in group.names.split_whitespace() {
                all.push(Reached {
                    annotation: format!("{}{name}", group.package),
                    why: group.why.to_owned(),
                    delete: group.delete,
                    rename: group.rename,
                    signature: group.signature,
                    may_name: group.may_name,
                    fields: group.fields,
                });
            }
        }
        Self { all }
    }
}

impl Frameworks {
    /// Adds an annotation, or takes the place of the one of that name.
    pub fn set(&mut self, reached: Reached) {
        self.all.retain(|r| r.annotation != reached.annotation);
        self.all.push(reached);
    }

    /// Takes an annotation from the list, by its full or simple name.
    pub fn remove(&mut self, annotation: &str) {
        self.all
            .retain(|r| r.annotation != annotation && simple(&r.annotation) != annotation);
    }

    /// What stands behind an annotation of this name. Where only the simple name is known it may be any of that name.
    pub fn find(&self, name: &str) -> impl Iterator<Item = &Reached> {
        let is_full = name.contains('.');
        self.all.iter().filter(move |r| {
            r.annotation == name
                || (!is_full && simple(&r.annotation) == name)
                || (!r.annotation.contains('.') && r.annotation == simple(name))
        })
    }
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Annotations of one package that mean the same.
struct Group {
    /// With its last dot.
    package: &'static str,
    names: &'static str,
    why: &'static str,
    delete: Effect,
    rename: Effect,
    signature: Effect,
    may_name: bool,
    fields: bool,
}

use Effect::{Ignore, Refuse, Warn};

/// A group of which the framework calls the methods by the annotation, whatever their names.
const fn called(package: &'static str, names: &'static str, why: &'static str) -> Group {
    Group {
        package,
        names,
        why,
        delete: Refuse,
        rename: Warn,
        signature: Refuse,
        may_name: false,
        fields: false,
    }
}

/// A group of which the framework takes the name of the declaration for its own, unless the annotation gives one.
const fn named(package: &'static str, names: &'static str, why: &'static str) -> Group {
    Group {
        rename: Refuse,
        may_name: true,
        ..called(package, names, why)
    }
}

/// The same for the fields of an annotated type, which need no annotation.
const fn with_fields(package: &'static str, names: &'static str, why: &'static str) -> Group {
    Group {
        fields: true,
        ..named(package, names, why)
    }
}

/// A group that code is made of: what is made bears the name of the declaration.
const fn generated(names: &'static str, fields: bool) -> Group {
    Group {
        may_name: false,
        signature: Warn,
        fields,
        ..named(
            "lombok.",
            names,
            "Lombok makes accessors, constructors or builders of it, which bear its name",
        )
    }
}

const SPRING: &str = "Spring makes it or calls it";
const JSON: &str = "Jackson reads and writes JSON by it";
const JPA: &str = "JPA maps it to the database, and queries name it";

static GROUPS: &[Group] = &[
    called(
        "org.junit.",
        "Test Before After BeforeClass AfterClass Rule ClassRule Parameterized.Parameters",
        "JUnit runs it",
    ),
    called(
        "org.junit.jupiter.api.",
        "Test RepeatedTest TestFactory TestTemplate BeforeEach AfterEach BeforeAll AfterAll Nested extension.RegisterExtension io.TempDir",
        "JUnit runs it",
    ),
    called(
        "org.junit.jupiter.params.",
        "ParameterizedTest Parameter",
        "JUnit runs it",
    ),
    called(
        "org.testng.annotations.",
        "Test BeforeMethod AfterMethod BeforeClass AfterClass BeforeSuite AfterSuite BeforeTest AfterTest BeforeGroups AfterGroups Factory",
        "TestNG runs it",
    ),
    named(
        "org.testng.annotations.",
        "DataProvider",
        "TestNG finds it by its name",
    ),
    called(
        "org.mockito.",
        "Mock Spy Captor InjectMocks",
        "Mockito sets it",
    ),
    called(
        "org.openjdk.jmh.annotations.",
        "Benchmark Setup TearDown Param",
        "JMH runs it",
    ),
    called(
        "org.springframework.beans.factory.annotation.",
        "Autowired Value Lookup Required",
        "Spring injects it",
    ),
    named(
        "org.springframework.context.annotation.",
        "Bean",
        "Spring makes a bean of it, by its name",
    ),
    called(
        "org.springframework.context.annotation.",
        "Configuration",
        SPRING,
    ),
    called(
        "org.springframework.context.event.",
        "EventListener",
        SPRING,
    ),
    called(
        "org.springframework.scheduling.annotation.",
        "Scheduled Async",
        SPRING,
    ),
    called(
        "org.springframework.stereotype.",
        "Component Service Repository Controller",
        SPRING,
    ),
    called(
        "org.springframework.web.bind.annotation.",
        "RestController ControllerAdvice RestControllerAdvice RequestMapping GetMapping PostMapping PutMapping DeleteMapping PatchMapping ExceptionHandler ModelAttribute InitBinder",
        "Spring MVC calls it",
    ),
    called(
        "org.springframework.boot.autoconfigure.",
        "SpringBootApplication",
        SPRING,
    ),
    called(
        "org.springframework.boot.test.context.",
        "SpringBootTest",
        SPRING,
    ),
    with_fields(
        "org.springframework.boot.context.properties.",
        "ConfigurationProperties",
        "Spring sets its properties by their names",
    ),
    called(
        "org.springframework.kafka.annotation.",
        "KafkaListener",
        SPRING,
    ),
    called(
        "org.springframework.amqp.rabbit.annotation.",
        "RabbitListener",
        SPRING,
    ),
    called("org.springframework.jms.annotation.", "JmsListener", SPRING),
    called(
        "org.springframework.messaging.handler.annotation.",
        "MessageMapping",
        SPRING,
    ),
    called(
        "org.aspectj.lang.annotation.",
        "Aspect Before After Around AfterReturning AfterThrowing",
        "AspectJ weaves it in",
    ),
    named(
        "org.aspectj.lang.annotation.",
        "Pointcut",
        "AspectJ finds it by its name",
    ),
    called(
        "javax.inject.",
        "Inject Singleton",
        "a container injects it",
    ),
    called(
        "jakarta.inject.",
        "Inject Singleton",
        "a container injects it",
    ),
    named("javax.inject.", "Named", "a container finds it by its name"),
    named(
        "jakarta.inject.",
        "Named",
        "a container finds it by its name",
    ),
    called(
        "javax.enterprise.inject.",
        "Produces",
        "a container calls it",
    ),
    called(
        "jakarta.enterprise.inject.",
        "Produces",
        "a container calls it",
    ),
    called(
        "javax.enterprise.event.",
        "Observes",
        "a container calls it",
    ),
    called(
        "jakarta.enterprise.event.",
        "Observes",
        "a container calls it",
    ),
    called(
        "javax.annotation.",
        "PostConstruct PreDestroy",
        "a container calls it",
    ),
    called(
        "jakarta.annotation.",
        "PostConstruct PreDestroy",
        "a container calls it",
    ),
    named(
        "javax.annotation.",
        "Resource",
        "a container injects it by its name",
    ),
    named(
        "jakarta.annotation.",
        "Resource",
        "a container injects it by its name",
    ),
    called(
        "javax.ejb.",
        "Stateless Stateful Singleton MessageDriven EJB Schedule Timeout",
        "a container calls it",
    ),
    called(
        "jakarta.ejb.",
        "Stateless Stateful Singleton MessageDriven EJB Schedule Timeout",
        "a container calls it",
    ),
    called(
        "javax.ws.rs.",
        "Path GET POST PUT DELETE PATCH HEAD OPTIONS",
        "JAX-RS calls it",
    ),
    called(
        "jakarta.ws.rs.",
        "Path GET POST PUT DELETE PATCH HEAD OPTIONS",
        "JAX-RS calls it",
    ),
    called(
        "javax.servlet.annotation.",
        "WebServlet WebFilter WebListener",
        "a container makes it",
    ),
    called(
        "jakarta.servlet.annotation.",
        "WebServlet WebFilter WebListener",
        "a container makes it",
    ),
    named(
        "javax.jws.",
        "WebService WebMethod",
        "its name is in the service description",
    ),
    named(
        "jakarta.jws.",
        "WebService WebMethod",
        "its name is in the service description",
    ),
    called(
        "com.google.inject.",
        "Inject Provides",
        "Guice injects or calls it",
    ),
    called(
        "dagger.",
        "Provides Binds Module Component",
        "Dagger makes code of it",
    ),
    called(
        "com.google.common.eventbus.",
        "Subscribe",
        "an event bus calls it",
    ),
    named(
        "com.fasterxml.jackson.annotation.",
        "JsonProperty JsonGetter JsonSetter",
        JSON,
    ),
    called(
        "com.fasterxml.jackson.annotation.",
        "JsonCreator JsonValue JsonAnyGetter JsonAnySetter JsonKey",
        JSON,
    ),
    with_fields(
        "com.fasterxml.jackson.annotation.",
        "JsonAutoDetect JsonPropertyOrder JsonInclude JsonIgnoreProperties",
        JSON,
    ),
    named(
        "com.google.gson.annotations.",
        "SerializedName Expose",
        "Gson reads and writes JSON by it",
    ),
    named(
        "javax.json.bind.annotation.",
        "JsonbProperty",
        "JSON-B reads and writes JSON by it",
    ),
    named(
        "jakarta.json.bind.annotation.",
        "JsonbProperty",
        "JSON-B reads and writes JSON by it",
    ),
    named(
        "javax.xml.bind.annotation.",
        "XmlElement XmlAttribute XmlElementWrapper XmlValue",
        "JAXB reads and writes XML by it",
    ),
    named(
        "jakarta.xml.bind.annotation.",
        "XmlElement XmlAttribute XmlElementWrapper XmlValue",
        "JAXB reads and writes XML by it",
    ),
    with_fields(
        "javax.xml.bind.annotation.",
        "XmlRootElement XmlType XmlEnum",
        "JAXB reads and writes XML by it",
    ),
    with_fields(
        "jakarta.xml.bind.annotation.",
        "XmlRootElement XmlType XmlEnum",
        "JAXB reads and writes XML by it",
    ),
    with_fields(
        "javax.persistence.",
        "Entity Embeddable MappedSuperclass",
        JPA,
    ),
    with_fields(
        "jakarta.persistence.",
        "Entity Embeddable MappedSuperclass",
        JPA,
    ),
    named(
        "javax.persistence.",
        "Id EmbeddedId Column JoinColumn Basic OneToMany ManyToOne OneToOne ManyToMany ElementCollection Embedded Version Enumerated Lob Temporal",
        JPA,
    ),
    named(
        "jakarta.persistence.",
        "Id EmbeddedId Column JoinColumn Basic OneToMany ManyToOne OneToOne ManyToMany ElementCollection Embedded Version Enumerated Lob Temporal",
        JPA,
    ),
    called(
        "javax.persistence.",
        "PrePersist PostPersist PreUpdate PostUpdate PreRemove PostRemove PostLoad Converter",
        "JPA calls it",
    ),
    called(
        "jakarta.persistence.",
        "PrePersist PostPersist PreUpdate PostUpdate PreRemove PostRemove PostLoad Converter",
        "JPA calls it",
    ),
    with_fields(
        "org.springframework.data.mongodb.core.mapping.",
        "Document",
        "Spring Data maps it by its name",
    ),
    named(
        "org.springframework.data.annotation.",
        "Id",
        "Spring Data maps it by its name",
    ),
    called(
        "org.springframework.data.jpa.repository.",
        "Query Modifying",
        "Spring Data calls it",
    ),
    generated("Data Value Getter Setter Builder With", true),
    generated(
        "AllArgsConstructor RequiredArgsConstructor experimental.SuperBuilder experimental.Accessors",
        true,
    ),
    named("javafx.fxml.", "FXML", "FXML files name it"),
    called(
        "picocli.CommandLine.",
        "Option Parameters Command",
        "picocli sets it",
    ),
    called(
        "org.apache.maven.plugins.annotations.",
        "Mojo Parameter Component",
        "Maven sets it",
    ),
    called(
        "io.cucumber.java.en.",
        "Given When Then And But",
        "Cucumber calls it",
    ),
    called(
        "org.gradle.api.tasks.",
        "TaskAction Input Internal InputFile OutputFile",
        "Gradle calls it",
    ),
    Group {
        rename: Ignore,
        ..called("java.lang.annotation.", "Native", "native code reads it")
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_names_find_full_ones() {
        let mut all = Frameworks::default();
        assert!(all.find("org.junit.jupiter.api.Test").next().is_some());
        assert!(all.find("Test").next().is_some());
        assert!(all.find("com.mine.Test").next().is_none());
        all.remove("Test");
        assert!(all.find("Test").next().is_none());
    }
}
