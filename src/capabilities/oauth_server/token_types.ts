/**
 * Types of tokens that are exchanged (RFC 8693 §3).
 *
 * @module
 */

/** An access token: what is taken, and given for the resources of this server. */
export const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/** An ID token. */
export const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";

/** An assertion for another authorization server. */
export const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
