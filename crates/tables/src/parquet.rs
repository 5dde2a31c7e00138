//! Record batches as Parquet.

use crate::VERSION;
use crate::table::Table;
use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader, SortingColumn};
use parquet::file::properties::WriterProperties;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;

#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Parquet(String),
}

impl From<parquet::errors::ParquetError> for TableError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        Self::Parquet(error.to_string())
    }
}

/// Writes `batches` of `table`, which are in the order of repository and commit, as one file. `more` stands in the metadata
/// beside the versions.
pub fn encode<W: Write + Send>(
    table: &Table,
    batches: &[RecordBatch],
    more: &[(&str, String)],
    to: W,
) -> Result<(), TableError> {
    let versions = table.versions();
    let entries = versions.iter().chain(more);
    let entries = entries.map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
    let sorted = |column_idx| SortingColumn {
        column_idx,
        descending: false,
        nulls_first: false,
    };
    let of_commits = table.columns().any(|c| c.name == "sha");
    let sorting = (0..=i32::from(of_commits)).map(sorted).collect();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("reweave version {VERSION}"))
        .set_key_value_metadata(Some(entries.collect()))
        .set_sorting_columns(Some(sorting))
        .build();
    let schema = table.bare_schema();
    let mut writer = ArrowWriter::try_new(to, schema.clone(), Some(properties))?;
    for batch in batches {
        let bare = RecordBatch::try_new(schema.clone(), batch.columns().to_vec());
        let bare = bare.map_err(|error| TableError::Parquet(error.to_string()))?;
        writer.write(&bare)?;
    }
    writer.close()?;
    Ok(())
}

/// What a file's metadata says, by key.
pub fn metadata(file: &File) -> Result<BTreeMap<String, String>, TableError> {
    let read = ParquetMetaDataReader::new().parse_and_finish(file)?;
    let entries = read.file_metadata().key_value_metadata();
    let entries = entries.into_iter().flatten();
    Ok(entries
        .filter_map(|e| Some((e.key.clone(), e.value.clone()?)))
        .collect())
}
