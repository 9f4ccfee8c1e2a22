/**
 * Signing keys, for apps.
 *
 * @module
 */

export async function rotateSigningKey(): Promise<never> {
  return await Promise.reject(new Error("draft"));
}
