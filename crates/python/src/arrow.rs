//! Tables as Arrow has them.

use arrow_array::{
    ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, TimestampMicrosecondArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};
use reweave_tables::{Kind, Rows, Table, Values};
use std::collections::HashMap;
use std::sync::Arc;

/// The columns, and the versions in the metadata.
pub fn schema(table: &Table) -> SchemaRef {
    let field = |c: &reweave_tables::Column| Field::new(c.name, data_type(c.kind), !c.required);
    let fields: Vec<Field> = table.columns().map(field).collect();
    let versions = table.versions();
    let metadata = versions.map(|(key, value)| (key.to_owned(), value));
    Arc::new(Schema::new_with_metadata(fields, HashMap::from(metadata)))
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Number => DataType::Int64,
        Kind::Flag => DataType::Boolean,
        Kind::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
    }
}

pub fn batch(schema: &SchemaRef, rows: &Rows) -> Result<RecordBatch, ArrowError> {
    let columns = rows.columns().iter().map(array).collect();
    RecordBatch::try_new(Arc::clone(schema), columns)
}

fn array(values: &Values) -> ArrayRef {
    match values {
        Values::Text(texts) => Arc::new(texts.iter().collect::<StringArray>()),
        Values::Number(numbers) => Arc::new(numbers.iter().copied().collect::<Int64Array>()),
        Values::Flag(flags) => Arc::new(flags.iter().copied().collect::<BooleanArray>()),
        Values::Time(times) => {
            let times = times.iter().copied().collect::<TimestampMicrosecondArray>();
            Arc::new(times.with_timezone("UTC"))
        }
    }
}
