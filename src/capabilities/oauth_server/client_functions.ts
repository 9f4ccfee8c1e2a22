/**
 * Clients in the store, for apps.
 *
 * @module
 */

export async function registerClient(): Promise<never> {
  return await Promise.reject(new Error("draft"));
}
export async function removeClient(): Promise<never> {
  return await Promise.reject(new Error("draft"));
}
