/**
 * Plugins. Start at {@link pl.Registry#register(pl.spi.Plugin)}, see {@link pl.spi.Plugin#ORDER}.
 */
package pl;
