/**
 * Options of the audit log.
 *
 * @module
 */

/** Options of `AuditLog()`. */
export interface AuditLogOptions {
  /**
   * Seconds for which an entry is stored, from the end of its day (UTC) on: at least a day. It counts
   * for entries that are written from then on. Default 400 days.
   */
  maxAge?: number | undefined;
  /**
   * `true` to answer a request only when its entries are stored, which takes at least two calls
   * of the store for each entry, one after the other. Else a process that is killed, or stopped by its platform right after an answer, can
   * lose the entries of the last moment. Default `false`.
   */
  beforeAnswer?: boolean | undefined;
  /**
   * Keeps the process alive until an entry is stored, where the platform stops it after the answer:
   * `waitUntil` of `cloudflare:workers`, or of `@vercel/functions`. Default: nothing keeps it alive.
   */
  waitUntil?: ((work: Promise<void>) => void) | undefined;
}
