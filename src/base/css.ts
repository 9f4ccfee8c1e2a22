/**
 * Values of a theme that get into stylesheets of pages and attributes of emails.
 *
 * @module
 */

/** A radius. */
export const RADIUS = /^(0|\d{1,3}(\.\d{1,3})?(px|rem|em))$/;

/** Names of fonts; no text that could end a declaration. */
export const FONT = /^[\p{L}\p{N} ,"'_-]{1,200}$/u;
