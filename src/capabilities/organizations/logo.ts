/**
 * Logos of organizations: small images that owners upload, as records of their own. Each upload has a
 * path of its own that nobody can guess and that never shows another image, so that browsers keep it.
 * Only pages that its members and the invited people see have the path.
 *
 * @module
 */

import { fromBase64url, randomBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import { secondsFromNow } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { defineKind } from "../../records/kind.ts";
import { JSON_HEADERS, NO_SNIFF } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import { type ImageType, readImage } from "./image.ts";
import { LOGO_BYTES, organizations, ownerOfOrg } from "./kinds.ts";
import { makeOrganizationsCall } from "./settings.ts";

/** Most pixels of a side. */
const MOST_PIXELS = 512;

/** Seconds for which a browser keeps an image: a year. */
const MAX_AGE = 31_536_000;

/** Bytes of an id at random. */
const ID_BYTES = 16;

const ID = /^[\w-]{22}$/;

/**
 * Seconds for which an image stays that no organization names: a week, so that one whose process ended
 * just after its organization named it is seen before.
 */
const UNNAMED = 7 * 86_400;

/** An image. */
type Logo = { type: ImageType; image: string };

/** Characters of an image in one record: stores take 32 KiB. */
const PART = 32_000;

/** A part of an image, as it is stored. The first one has the number of all. */
export type LogoData = Logo & { org: string; parts?: number };

/**
 * By the id in the path; owned by `ownerOfOrg`. It counts only while its organization names it, and
 * expires until {@linkcode keepLogo} has seen that.
 */
export const logos = defineKind<string, LogoData>("org.logo", (id) => id);

/** Id of a further part. */
const partId = (id: string, number: number) => `${id}.${number}`;

/**
 * An image that can be a logo.
 *
 * @throws {AuthError} for another one; `cause.field` is `logo`
 */
export function requireLogo(bytes: unknown): Logo {
  const isSmall = bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= LOGO_BYTES;
  const image = isSmall ? readImage(bytes) : undefined;
  if (image && image.width <= MOST_PIXELS && image.height <= MOST_PIXELS) {
    return { type: image.type, image: toBase64url(bytes as Uint8Array) };
  }
  throw new AuthError(
    `Cannot use the logo of the organization: use the bytes of a PNG, JPEG or WebP image of at most ` +
      `${LOGO_BYTES} bytes and ${MOST_PIXELS} × ${MOST_PIXELS} pixels`,
    { cause: { field: "logo" } },
  );
}

/**
 * Writes an image, which is shown once its organization has the id that is returned. It expires, so that
 * nothing stays of an organization that is deleted at this moment; see {@linkcode keepLogo}.
 */
export async function addLogo(
  records: RecordStore,
  org: string,
  { type, image }: Logo,
): Promise<string> {
  const id = randomBase64url(ID_BYTES);
  const expires = secondsFromNow(UNNAMED);
  const write = async (key: string, data: LogoData) =>
    await logos.add(records, key, { userId: ownerOfOrg(org), expires, data });
  const parts = Math.ceil(image.length / PART);
  const cut = (number: number) => {
    const from = number * PART;
    return { org, type, image: image.slice(from, from + PART) };
  };
  for (let number = 1; number < parts; number++) await write(partId(id, number), cut(number));
  await write(id, { ...cut(0), ...parts > 1 ? { parts } : {} });
  return id;
}

/** Keeps an image that its organization names, without an end. */
export async function keepLogo(records: RecordStore, id: string): Promise<void> {
  const keep = async (key: string) =>
    // What another call has removed stays away.
    await logos.update(records, key, (known) => {
      if (!known?.expires) return undefined;
      return { userId: ownerOfOrg(known.data.org), expires: null, data: known.data };
    });
  const parts = (await logos.get(records, id))?.data.parts ?? 1;
  for (let number = 1; number < parts; number++) await keep(partId(id, number));
  // Last, since the first part says whether all are kept.
  await keep(id);
}

/** The image of an organization; `undefined` for one that it does not have. */
async function findLogo(records: RecordStore, id: string): Promise<Logo | undefined> {
  const found = ID.test(id) ? await logos.get(records, id) : null;
  const first = found?.data;
  const org = first && (await organizations.get(records, first.org))?.data;
  if (!org || org.isEnding || org.logo !== id) return undefined;
  let { image } = first;
  for (let number = 1; number < (first.parts ?? 1); number++) {
    const part = await logos.get(records, partId(id, number));
    // It is removed in this moment.
    if (!part) return undefined;
    image += part.data.image;
  }
  // The process that wrote it has ended too early.
  if (found?.expires) await keepLogo(records, id);
  return { type: first.type, image };
}

/**
 * Removes an image that an organization no longer has, and those that a call that failed has left. One
 * that expires may be about to be named.
 *
 * @param gone id of its image until now
 */
export async function removeLogos(
  records: RecordStore,
  org: string,
  gone: string | undefined,
): Promise<void> {
  const all = await logos.list(records, ownerOfOrg(org));
  // Read after the list: what was kept by then was named before, and is never named again.
  const known = await organizations.get(records, org);
  for (const { id, expires } of all) {
    const [whole] = id.split(".", 1);
    const isLeft = known !== null && expires === null && whole !== known.data.logo;
    if (whole === gone || isLeft) await logos.take(records, id);
  }
}

/** `GET organization-logo/{id}`. */
export const logoImage: CallHandler = async ({ params }, config) => {
  const { records } = makeOrganizationsCall(config);
  const logo = await findLogo(records, params?.id ?? "");
  if (!logo) return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
  return {
    headers: {
      "Content-Type": logo.type,
      ...NO_SNIFF,
      // Whatever else the bytes can be read as, a browser that opens the URL runs nothing.
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": `private, max-age=${MAX_AGE}, immutable`,
      // In place of those of answers that nobody may keep.
      "Expires": secondsFromNow(MAX_AGE).toUTCString(),
      "Pragma": "cache",
    },
    body: fromBase64url(logo.image),
  };
};
