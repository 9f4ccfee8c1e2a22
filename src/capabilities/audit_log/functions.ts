/**
 * The audit log, for apps. The functions check no permission, except `listOfOrganization`.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Membership } from "../organizations/membership.ts";
import { isChainId, isCursor } from "./kinds.ts";
import { hiddenIn, type IsHidden, listEntries, readPage } from "./read.ts";
import { type AuditConfig, auditConfig } from "./settings.ts";
import type {
  AuditFunctions,
  AuditHead,
  AuditPage,
  AuditPageOptions,
  AuditQuery,
  AuditVerification,
} from "./typed.ts";
import { verifyLog } from "./verify.ts";
import { flush as flushWrites } from "./write.ts";

// Loaded by apps with organizations alone.
const ofOrganizations = lazy(() => import("./of_organization.ts"));

/** Entries of a page, unless the caller says otherwise, and at most. */
const LIMIT = { default: 50, most: 200 };

/** Longest id in a query, as of an owner of records. */
const MAX_ID = 512;

const QUERY: Readonly<Record<string, (value: unknown) => boolean>> = {
  userId: isId,
  organizationId: isId,
  actor: isId,
  name: (value) => [value].flat().every((name) => typeof name === "string"),
  from: isTime,
  to: isTime,
  after: isCursor,
  limit: (value) =>
    Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= LIMIT.most,
};

function isId(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= MAX_ID;
}

function isTime(value: unknown): boolean {
  // As a global class may be replaced.
  return typeof (value as Partial<Date> | null)?.getTime === "function" &&
    Number.isSafeInteger((value as Date).getTime()) && (value as Date).getTime() >= 0;
}

/**
 * A filter that is meant must never be left out: one with a wrong value would list all entries.
 *
 * @throws {TypeError} for a member that is not known, or has no valid value
 */
function checkQuery(query: object, members: readonly string[]): void {
  for (const [name, value] of Object.entries(query)) {
    if (!members.includes(name)) {
      throw new TypeError(`Cannot read the audit log: there is no option "${name}"`);
    }
    const isAbsent = value === undefined && (name === "after" || name === "limit");
    if (isAbsent || QUERY[name]!(value)) continue;
    throw new TypeError(`Cannot read the audit log: "${name}" has no valid value`);
  }
}

/**
 * A head that is not compared would look like one that is right.
 *
 * @throws {TypeError} for what is no list of heads
 */
function checkHeads(heads: readonly AuditHead[]): void {
  const isHead = (head: Partial<AuditHead> | null | undefined) =>
    isChainId(head?.chain) && Number.isSafeInteger(head?.count) && Number(head?.count) >= 0 &&
    typeof head?.hash === "string";
  if (Array.isArray(heads) && heads.every(isHead)) return;
  throw new TypeError(
    'Cannot verify the audit log: "heads" must be a list of `heads` of an earlier call, each with ' +
      "`chain`, `count` and `hash`",
  );
}

const FILTERS = ["userId", "organizationId", "actor", "name", "from", "to"];
const PAGES = ["after", "limit"];

/** See `AuditFunctions.list`. */
export async function list(
  config: ServerConfig,
  query: AuditQuery & AuditPageOptions = {},
): Promise<AuditPage> {
  checkQuery(query, [...FILTERS, ...PAGES]);
  return await readList(auditConfig(config), query);
}

async function readList(
  { records }: AuditConfig,
  { limit = LIMIT.default, after, ...filters }: AuditQuery & AuditPageOptions,
  isHidden?: IsHidden,
): Promise<AuditPage> {
  await flushWrites(records);
  const { entries, next } = await readPage(records, filters, limit, after, { isHidden });
  return { entries, ...next === undefined ? {} : { next } };
}

/** See `AuditFunctions.listOfOrganization`. */
export async function listOfOrganization(
  config: ServerConfig,
  membership: Membership,
  options: Pick<AuditQuery, "name" | "from" | "to"> & AuditPageOptions = {},
): ReturnType<AuditFunctions["listOfOrganization"]> {
  checkQuery(options, ["name", "from", "to", ...PAGES]);
  const known = auditConfig(config);
  return await (await ofOrganizations()).listOfOrganization(
    config,
    membership,
    (organizationId) => readList(known, { ...options, organizationId }, hiddenIn(known)),
  );
}

async function exportEntries(
  config: ServerConfig,
  query: AuditQuery = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  checkQuery(query, FILTERS);
  const { records } = auditConfig(config);
  await flushWrites(records);
  const encoder = new TextEncoder();
  const found = listEntries(records, query);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await found.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(JSON.stringify(value) + "\n"));
    },
    async cancel() {
      await found.return(undefined);
    },
  });
}

/** See `AuditFunctions.export`. */
export { exportEntries as export };

/** See `AuditFunctions.verify`. */
export async function verify(
  config: ServerConfig,
  { heads = [], ...query }: Parameters<AuditFunctions["verify"]>[0] = {},
): Promise<AuditVerification> {
  checkQuery(query, ["from", "to"]);
  checkHeads(heads);
  const known = auditConfig(config);
  await flushWrites(known.records);
  return await verifyLog(known, query, heads);
}

/** See `AuditFunctions.flush`. */
export async function flush(config: ServerConfig): Promise<void> {
  await flushWrites(auditConfig(config).records);
}
