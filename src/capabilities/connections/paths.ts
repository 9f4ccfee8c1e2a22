/**
 * Paths of the pages of connections.
 *
 * @module
 */

/** The page that an admin link opens. */
export const SETUP_PATH = "connection-setup";
