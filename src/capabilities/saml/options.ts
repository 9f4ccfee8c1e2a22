/**
 * Options of SAML.
 *
 * @module
 */

/** A key of the app, with the certificate that identity providers get. */
export interface SamlKey {
  /** Private key of RSA with at least 2048 bits, in PEM (PKCS #8). */
  readonly privateKey: string;
  /** Certificate of the key, in PEM. It may have signed itself. */
  readonly certificate: string;
}

/** Options of `Saml()`. */
export interface SamlOptions {
  /**
   * Keys of the app: the first one signs requests, each of them opens encrypted assertions, and the
   * metadata of the app has the certificates of all. Default: none; requests are not signed then, and
   * assertions cannot be encrypted.
   */
  readonly keys?: readonly SamlKey[];
  /**
   * `true` lets identity providers end sessions that began through them: the metadata of the app names a
   * URL that takes their sign-outs, by redirect and by post. Default `false`.
   */
  readonly singleLogout?: boolean;
}
