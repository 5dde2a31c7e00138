//! Times and sizes as people write them.

use reweave_text::Part;
use std::time::Duration;

/// `500ms`, `60s`, `2m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("{unit} is no unit of time; write ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

/// `500M`, `2G`; a bare number is bytes.
pub fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text)?;
    let unit = unit.to_ascii_uppercase();
    let shift = match unit.strip_suffix('B').unwrap_or(&unit) {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(format!("{unit} is no unit of size; write K, M or G")),
    };
    #[expect(clippy::cast_sign_loss, reason = "a number without a sign was read")]
    let bytes = (number * f64::from(1_u32 << shift)) as usize;
    Ok(bytes)
}

fn split(text: &str) -> Result<(f64, &str), String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let number = text
        .part(..end)
        .parse()
        .map_err(|_| "starts with no number")?;
    Ok((number, text.part(end..).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_units() {
        assert_eq!(duration("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("500 MB"), Ok(500 << 20));
        assert!(duration("5 days").is_err() && bytes("lots").is_err());
    }
}
