/**
 * The data of the demo: a Deno KV file, so that users, sessions and the app's
 * secret survive a restart.
 *
 * @module
 */

/** The open store, and the secret stored in it. */
export interface DemoData {
  kv: Deno.Kv;
  secret: string;
}

/** Opens the folder; creates it when it does not exist. */
export async function openData(folder: string): Promise<DemoData> {
  await Deno.mkdir(folder, { recursive: true });
  const kv = await Deno.openKv(`${folder}/demo.kv`);
  const key = ["demo", "secret"];
  const fresh = crypto.randomUUID() + crypto.randomUUID();
  // Written only if absent, so that two processes that start at once use the same secret.
  await kv.atomic().check({ key, versionstamp: null }).set(key, fresh).commit();
  return { kv, secret: (await kv.get<string>(key)).value! };
}
