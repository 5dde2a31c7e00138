//! One entry of a class path: a folder, a jar, or the JDK's image.

use crate::class_file;
use jimage_rs::JImage;
use reweave_java_names::ModuleData;
use rustc_hash::FxHashSet;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zip::ZipArchive;

/// No compiler writes a class file this large; an archive that unpacks to more is hostile or broken.
const LARGEST_CLASS: u64 = 16 << 20;
/// How deep and how wide a folder of classes is followed.
const DEEPEST_FOLDER: usize = 64;
const MOST_CLASSES: usize = 2_000_000;

pub enum Entry {
    Folder(PathBuf),
    Jar(Box<Mutex<ZipArchive<BufReader<File>>>>),
    Image(JImage),
}

/// A class and where its entry keeps it.
pub struct Found {
    pub name: String,
    /// A path in a folder or an image, an index in a jar.
    pub place: Place,
}

pub enum Place {
    Path(String),
    Index(usize),
}

/// An entry and what it lists.
pub struct Opened {
    pub entry: Entry,
    pub found: Vec<Found>,
    pub modules: Vec<ModuleData>,
    /// What was left out and why.
    pub left_out: Vec<String>,
}

impl Entry {
    /// Opens an entry and lists its classes and modules.
    pub fn open(path: &Path) -> Result<Opened, String> {
        if path.is_dir() {
            let (mut found, mut left_out) = (Vec::new(), Vec::new());
            list_folder(path, &mut found, &mut left_out);
            let module = reweave_disk::read(&path.join("module-info.class"), LARGEST_CLASS).ok();
            return Ok(Opened {
                entry: Self::Folder(path.to_path_buf()),
                found,
                modules: modules_in(module),
                left_out,
            });
        }
        if path.file_name().is_some_and(|n| n == "modules") {
            // It is mapped into memory by its name; what stands there must be a file.
            reweave_disk::open(path).map_err(|e| e.to_string())?;
            let image = JImage::open(path).map_err(|e| e.to_string())?;
            let (found, modules) = list_image(&image)?;
            return Ok(Opened {
                entry: Self::Image(image),
                found,
                modules,
                left_out: Vec::new(),
            });
        }
        let file = reweave_disk::open(path).map_err(|e| e.to_string())?;
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|e| e.to_string())?;
        Ok(open_jar(archive))
    }

    pub fn read(&self, place: &Place) -> Result<Vec<u8>, String> {
        match (self, place) {
            (Self::Folder(root), Place::Path(path)) => {
                reweave_disk::read(&root.join(path), LARGEST_CLASS).map_err(|e| e.to_string())
            }
            (Self::Jar(archive), Place::Index(index)) => {
                let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                let entry = archive.by_index(*index).map_err(|e| e.to_string())?;
                read_bounded(entry)
            }
            (Self::Image(image), Place::Path(path)) => image
                .find_resource(path)
                .map_err(|e| e.to_string())?
                .map(std::borrow::Cow::into_owned)
                .ok_or_else(|| "gone from the image".to_owned()),
            _ => Err("not of this entry".to_owned()),
        }
    }
}

fn open_jar(mut archive: ZipArchive<BufReader<File>>) -> Opened {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for index in 0..archive.len().min(MOST_CLASSES) {
        let Some(Ok(name)) = archive.name_for_index(index) else {
            continue;
        };
        let Some(class) = name.strip_suffix(".class") else {
            continue;
        };
        if class.starts_with("META-INF/") || class.ends_with("-info") {
            continue;
        }
        if is_class_name(class) {
            found.push(Found {
                name: class.to_owned(),
                place: Place::Index(index),
            });
        } else {
            left_out.push(format!("entry `{}` is no class name", shorten(&name)));
        }
    }
    let module = archive.by_name("module-info.class").ok();
    let module = module.and_then(|entry| read_bounded(entry).ok());
    Opened {
        entry: Entry::Jar(Box::new(Mutex::new(archive))),
        found,
        modules: modules_in(module),
        left_out,
    }
}

fn modules_in(bytes: Option<Vec<u8>>) -> Vec<ModuleData> {
    let module = bytes.and_then(|bytes| class_file::read_module(&bytes));
    module.into_iter().collect()
}

fn read_bounded(from: impl Read) -> Result<Vec<u8>, String> {
    reweave_disk::bounded(from, LARGEST_CLASS).map_err(|e| e.to_string())
}

/// `a/b/C$D`: no empty, climbing or absolute segments.
fn is_class_name(name: &str) -> bool {
    name.len() < 4096
        && name.split('/').all(|s| {
            !s.is_empty() && s != "." && s != ".." && !s.contains(['\\', ':', '\0', ';', '['])
        })
}

fn shorten(name: &str) -> String {
    name.chars().take(120).collect()
}

fn list_folder(root: &Path, found: &mut Vec<Found>, left_out: &mut Vec<String>) {
    let mut open = vec![(root.to_path_buf(), String::new(), 0)];
    while let Some((dir, prefix, depth)) = open.pop() {
        let entries = match fs::read_dir(&dir) {
            Ok(entries) => entries,
            Err(e) => {
                left_out.push(format!("{}: {e}", dir.display()));
                continue;
            }
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let full = format!("{prefix}{name}");
            if entry.path().is_dir() {
                if depth < DEEPEST_FOLDER {
                    open.push((entry.path(), format!("{full}/"), depth + 1));
                }
            } else if let Some(class) = full.strip_suffix(".class")
                && !class.ends_with("-info")
                && found.len() < MOST_CLASSES
            {
                found.push(Found {
                    name: class.to_owned(),
                    place: Place::Path(full),
                });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
}

/// The JDK's modules, and the classes of the packages that they export; the others are nobody's names.
fn list_image(image: &JImage) -> Result<(Vec<Found>, Vec<ModuleData>), String> {
    let names = image.resource_names().map_err(|e| e.to_string())?;
    let mut modules = Vec::new();
    let mut exported: FxHashSet<(String, String)> = FxHashSet::default();
    for name in names.iter().filter(|n| n.base == "module-info") {
        let path = format!("/{}/module-info.class", name.module);
        if let Ok(Some(bytes)) = image.find_resource(&path)
            && let Some(module) = class_file::read_module(&bytes)
        {
            for package in &module.exports {
                exported.insert((module.name.clone(), package.replace('.', "/")));
            }
            modules.push(module);
        }
    }
    let mut found = Vec::new();
    let mut last = (String::new(), String::new(), false);
    for name in names {
        if name.extension != "class" || name.base == "module-info" {
            continue;
        }
        if last.0 != name.module || last.1 != name.parent {
            let key = (name.module.to_string(), name.parent.to_string());
            let is_exported = exported.contains(&key);
            last = (key.0, key.1, is_exported);
        }
        if last.2 {
            found.push(Found {
                name: format!("{}/{}", name.parent, name.base),
                place: Place::Path(format!(
                    "/{}/{}/{}.class",
                    name.module, name.parent, name.base
                )),
            });
        }
    }
    Ok((found, modules))
}
