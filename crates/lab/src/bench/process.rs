//! What the system says of this process.

/// The most memory that the process ever held, in megabytes, C allocations included; 0 where the system does not say.
pub fn peak_mb() -> u64 {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
            line.split_whitespace().nth(1)?.parse::<u64>().ok()
        })
        .map_or(0, |kb| kb / 1024)
}

/// How long the processor has worked for this process, on all threads.
pub fn cpu_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold blanks: user and system time are the 12th and 13th field, in hundredths.
    let rest = stat.rsplit(')').next().unwrap_or_default();
    let fields = rest.split_whitespace().skip(11).take(2);
    let ticks: f64 = fields.filter_map(|f| f.parse::<f64>().ok()).sum();
    ticks / 100.0
}
