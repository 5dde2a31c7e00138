/** The core of the depot; see {@link depot.core.Item}. */
@depot.core.Level(value = depot.core.Limits.LOW, tags = {"core", depot.core.Limits.TAG})
package depot.core;
