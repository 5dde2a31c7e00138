//! Class paths that are broken or mean harm: named in the report, never more than that.

use reweave_classpath::ClassPath;
use reweave_java_names::ClassSource;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;

fn jar(dir: &Path, entries: &[(&str, &[u8])]) -> PathBuf {
    let path = dir.join("x.jar");
    let mut writer = zip::ZipWriter::new(File::create(&path).expect("a fresh folder"));
    for (name, bytes) in entries {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("a new entry");
        writer.write_all(bytes).expect("room on the disk");
    }
    writer.finish().expect("room on the disk");
    path
}

#[test]
fn names_that_climb_out_are_no_classes() {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let path = jar(
        dir.path(),
        &[
            ("../../etc/Evil.class", b"x"),
            ("/abs/Evil.class", b"x"),
            ("a//B.class", b"x"),
            ("ok/Fine.class", b"not a class"),
        ],
    );
    let class_path = ClassPath::open(&[path]);
    assert_eq!(class_path.class_names(), ["ok/Fine"]);
    assert!(class_path.load("ok/Fine").is_none());
    assert!(class_path.load("../../etc/Evil").is_none());
    assert_eq!(class_path.problems().len(), 4);
}

#[test]
fn an_entry_that_unpacks_to_too_much_is_refused() {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let zeros = vec![0; 40 << 20];
    let path = jar(dir.path(), &[("a/Bomb.class", &zeros)]);
    let class_path = ClassPath::open(&[path]);
    assert!(class_path.load("a/Bomb").is_none());
    assert!(class_path.problems()[0].what.contains("larger"));
}

#[test]
fn what_is_no_archive_or_not_there_is_a_problem() {
    let dir = tempfile::tempdir().expect("a folder for the test");
    let broken = dir.path().join("broken.jar");
    fs::write(&broken, b"PK\x03\x04 and then nothing").expect("room on the disk");
    let class_path = ClassPath::open(&[broken, dir.path().join("gone.jar")]);
    assert_eq!(class_path.problems().len(), 2);
    assert!(class_path.class_names().is_empty());
}

#[test]
fn the_jdk_is_read_without_its_inner_packages() {
    let Some(home) = reweave_classpath::jdk_home() else {
        println!("SKIPPED: no JDK on this machine, so its image was not read");
        return;
    };
    let jdk = ClassPath::open(&[home.join("lib/modules")]);
    assert!(
        jdk.load("java/util/Map$Entry").is_some_and(|c| {
            c.outer.as_deref() == Some("java/util/Map") && c.signature.is_some()
        })
    );
    assert!(
        jdk.load("jdk/internal/misc/Unsafe").is_none(),
        "it is not exported"
    );
}
