//! Rows as Parquet.

use crate::VERSION;
use crate::cells::{Rows, Values};
use crate::table::{Column, Kind, Table};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader, SortingColumn};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;

#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Parquet(String),
}

impl From<ParquetError> for TableError {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error.to_string())
    }
}

/// Writes `batches` of rows of `table`, which are in the order of repository and commit, as one file. `more` stands in the
/// metadata beside the versions.
pub fn encode<W: Write + Send>(
    table: &Table,
    batches: &[Rows],
    more: &[(&str, String)],
    to: W,
) -> Result<(), TableError> {
    let schema = Arc::new(schema(table)?);
    let mut writer = SerializedFileWriter::new(to, schema, Arc::new(properties(table, more)))?;
    let mut group = writer.next_row_group()?;
    for (at, column) in table.columns().enumerate() {
        let Some(mut to) = group.next_column()? else {
            break;
        };
        for rows in batches.iter().filter(|rows| !rows.is_empty()) {
            write(&rows.columns()[at], column.required, &mut to)?;
        }
        to.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

fn properties(table: &Table, more: &[(&str, String)]) -> WriterProperties {
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
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("reweave version {VERSION}"))
        .set_key_value_metadata(Some(entries.collect()))
        .set_sorting_columns(Some(sorting))
        .build()
}

fn schema(table: &Table) -> Result<Type, ParquetError> {
    let fields: Result<_, ParquetError> =
        table.columns().map(|c| Ok(Arc::new(field(c)?))).collect();
    Type::group_type_builder("schema")
        .with_fields(fields?)
        .build()
}

fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Number => (Physical::INT64, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Time => (
            Physical::INT64,
            Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
        ),
    };
    let repetition = if column.required {
        Repetition::REQUIRED
    } else {
        Repetition::OPTIONAL
    };
    Type::primitive_type_builder(column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()
}

fn write(
    values: &Values,
    required: bool,
    to: &mut SerializedColumnWriter<'_>,
) -> Result<(), ParquetError> {
    match values {
        Values::Text(texts) => {
            let bytes = |text: &str| ByteArray::from(text.as_bytes().to_vec());
            let texts: Vec<_> = texts.iter().map(|text| text.map(bytes)).collect();
            write_typed(&texts, required, to.typed::<ByteArrayType>())
        }
        Values::Number(numbers) | Values::Time(numbers) => {
            write_typed(numbers, required, to.typed::<Int64Type>())
        }
        Values::Flag(flags) => write_typed(flags, required, to.typed::<BoolType>()),
    }
}

/// What has no value stands in the definition levels alone.
fn write_typed<T: DataType>(
    values: &[Option<T::T>],
    required: bool,
    to: &mut ColumnWriterImpl<'_, T>,
) -> Result<(), ParquetError> {
    let there: Vec<T::T> = values.iter().flatten().cloned().collect();
    let levels: Vec<i16> = values.iter().map(|v| i16::from(v.is_some())).collect();
    let levels = (!required).then_some(levels.as_slice());
    to.write_batch(&there, levels, None)?;
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
