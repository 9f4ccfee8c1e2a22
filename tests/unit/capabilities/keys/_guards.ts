/**
 * The guards of API keys: the code of each, and what stands there without it. `tests/tools/guards.ts`
 * runs the tests on a copy of the sources without one guard at a time; each must fail.
 *
 * @module
 */

/** A guard. */
export interface Guard {
  /** The rule that it keeps. */
  name: string;
  /** File below `src`. */
  file: string;
  /** Its code. */
  code: string;
  /** Code in its place. */
  without: string;
  /** The test files that see it. */
  tests: readonly string[];
}

const KEYS = "capabilities/keys";
const CLAIM = ["claim_test.ts"];
const FORMAT = ["format_test.ts"];
const FUNCTIONS = ["functions_test.ts"];
const ORGANIZATIONS = ["organization_keys_test.ts"];
const ORGANIZATION_PAGE = ["organization_page_test.ts"];
const PAGE = ["page_test.ts"];
const RACES = ["races_test.ts"];

const guard = (
  name: string,
  file: string,
  code: string,
  without: string,
  tests: readonly string[],
): Guard => ({ name, file: `${KEYS}/${file}`, code, without, tests });

/** All guards. */
export const GUARDS: readonly Guard[] = [
  guard(
    "a wrong key costs no read",
    "format.ts",
    "if (text.slice(end) !== checksumOf(text.slice(0, end))) return undefined;",
    "",
    FORMAT,
  ),
  guard(
    "a key of another prefix is none",
    "format.ts",
    "!text.startsWith(prefix + VERSION) || ",
    "",
    FORMAT,
  ),
  guard(
    "a wrong secret opens nothing",
    "claim.ts",
    "!found || !isEqual(found.data.hash, hash)",
    "!found",
    FORMAT,
  ),
  guard(
    "a revoked key says so to the one who has its secret alone",
    "claim.ts",
    "ended !== null && isEqual(ended.data.hash, hash)",
    "true",
    FORMAT,
  ),
  guard("a key ends", "claim.ts", "if (isOver(data))", "if (false)", CLAIM),
  guard("a key has a limit", "claim.ts", "if (freeAtMs !== undefined)", "if (false)", CLAIM),
  guard(
    "a key needs its service",
    "claim.ts",
    "if (!service || service.data.org !== organization) return undefined;",
    'if (!service) return "all";',
    ORGANIZATIONS,
  ),
  guard(
    "a key has no scope beyond its service",
    "claim.ts",
    "return intersect(own, toScopes(service.data.scopes));",
    "return own;",
    ORGANIZATIONS,
  ),
  guard(
    "a key needs the anchor of its user",
    "claim.ts",
    "if (known?.data.id === anchor) return undefined;",
    "if (known) return undefined;",
    CLAIM,
  ),
  guard(
    "a key needs an anchor at all",
    "claim.ts",
    'if (owner.kind !== "user") return undefined;',
    "if (owner.kind) return undefined;",
    CLAIM,
  ),
  guard(
    "a use is written every five minutes",
    "claim.ts",
    "if (data.lastUsedAt !== null && now - Date.parse(data.lastUsedAt) < USED_EVERY_MS) return;",
    "",
    CLAIM,
  ),
  guard(
    "a failed write refuses nothing",
    "claim.ts",
    "logger.error(error as Error);",
    "throw error;",
    CLAIM,
  ),
  guard(
    "a suspension removes the anchor",
    "suspension.ts",
    "await removeAnchor(records!, owner);",
    "",
    CLAIM,
  ),
  guard(
    "a suspension counts at once in this process",
    "suspension.ts",
    "forgetCached(records!, owner);",
    "",
    CLAIM,
  ),
  guard(
    "a revocation counts at once in this process",
    "stored.ts",
    "forgetCached(records, owner);\n  if (!taken) return false;",
    "if (!taken) return false;",
    CLAIM,
  ),
  guard(
    "no scope beyond those of the user",
    "user_keys.ts",
    'if (checked.scopes !== "all" && !isWithin(toScopes(checked.scopes), own, settings.scopes))',
    "if (false)",
    FUNCTIONS,
  ),
  guard(
    "no key for an organization of others",
    "user_keys.ts",
    "if (!found.ok) return found;",
    'if (!found.ok) return { own: "all", organization: null };',
    FUNCTIONS,
  ),
  guard(
    "a user has a limited number of keys",
    "user_keys.ts",
    "most: MOST_OF_USER",
    "most: Infinity",
    FUNCTIONS,
  ),
  guard(
    "rotations are limited too",
    "stored.ts",
    "    makeQuota(quota, true),",
    "    { ...makeQuota(quota, true), most: Infinity },",
    FUNCTIONS,
  ),
  guard(
    "no key of another owner is changed",
    "stored.ts",
    "found && found.owner === owner && !isOver(found.data)",
    "found && !isOver(found.data)",
    FUNCTIONS,
  ),
  guard(
    "no key that has ended is rotated",
    "user_keys.ts",
    "!known || !anchor || !await hasAnchor(records, userId, anchor)",
    "!known || !anchor",
    CLAIM,
  ),
  guard(
    "a rotation brings no key into another anchor",
    "user_keys.ts",
    "isSame = now === anchor;",
    "isSame = true;",
    FUNCTIONS,
  ),
  guard(
    "a key is written under the anchor",
    "user_keys.ts",
    "data = { ...data, anchor };",
    "",
    FUNCTIONS,
  ),
  guard(
    "one rotation makes the successor",
    "stored.ts",
    'reason = isGone ? "unknown" : known.data.rotatedTo === null ? undefined : "rotated";',
    'reason = isGone ? "unknown" : undefined;',
    RACES,
  ),
  guard(
    "a successor that lost is removed",
    "stored.ts",
    "if (!reason) return made;\n  await dropKey(call, made.id);",
    "if (!reason) return made;",
    RACES,
  ),
  guard(
    "a rotation lengthens no key",
    "stored.ts",
    "expires === null ? end : Math.min(end, Date.parse(expires))",
    "end",
    FUNCTIONS,
  ),
  guard(
    "a change needs a fresh proof",
    "functions.ts",
    'assertMayChange(visitor, "create-key");',
    "",
    FUNCTIONS,
  ),
  guard(
    "a session that has ended makes no key",
    "functions.ts",
    'if (!visitor) return refusal("signed-out", auth.signInUrl(auth.returnUrl));',
    'if (!visitor) return await createUserKey(scopeIn(ctx.config), "ada", options);',
    FUNCTIONS,
  ),
  guard(
    "no scope beyond the role of a member",
    "organization_keys.ts",
    'if (!isOfService || !mayHave(actor, intersect(asked, most))) return "forbidden";',
    'if (!isOfService) return "forbidden";',
    ORGANIZATIONS,
  ),
  guard(
    "no scope of a key beyond its service",
    "organization_keys.ts",
    "if (!isOfService || ",
    "if (",
    ORGANIZATIONS,
  ),
  guard(
    "the one who rotates a key may hold it",
    "organization_keys.ts",
    'if (!mayHave(actor, intersect(toScopes(data.scopes), most))) return "forbidden";',
    "",
    ORGANIZATIONS,
  ),
  guard(
    "no service beyond the role of a member",
    "organization_keys.ts",
    'if (!mayHave(actor, toScopes(scopes))) return "forbidden";',
    "",
    ORGANIZATIONS,
  ),
  guard(
    "no service of another organization",
    "organization_keys.ts",
    "return found?.data.org === org ? found.data : null;",
    "return found?.data ?? null;",
    ORGANIZATIONS,
  ),
  guard(
    "a key whose organization was deleted meanwhile is removed",
    "organization_keys.ts",
    "if (hasService && await isAlive(actor)) return false;",
    "if (hasService) return false;",
    ORGANIZATIONS,
  ),
  guard(
    "a key whose service was deleted meanwhile is removed",
    "organization_keys.ts",
    "if (hasService && await isAlive(actor)) return false;",
    "if (await isAlive(actor)) return false;",
    ORGANIZATIONS,
  ),
  guard(
    "a service whose organization was deleted meanwhile is removed",
    "organization_keys.ts",
    "if (await isAlive(actor)) return undefined;",
    "return undefined;",
    ORGANIZATIONS,
  ),
  guard(
    "the keys of a deleted service are removed",
    "organization_keys.ts",
    "await endKey(call, owner, key);\n      await forgetMaker",
    "await forgetMaker",
    ORGANIZATIONS,
  ),
  {
    name: "the records of a deleted organization are removed",
    file: "capabilities/organizations/organization.ts",
    code: "await removeRecords(records, owner);",
    without: "",
    tests: ORGANIZATIONS,
  },
  {
    name: "a key that is written during a suspension or a deletion is removed",
    file: "session/anchor.ts",
    code: 'if (!mayHave) throw new UserSuspended("The user is suspended, or was deleted");',
    without: "",
    tests: [...FUNCTIONS, ...RACES],
  },
  guard(
    "no scope that the app does not have",
    "make.ts",
    "if (unknown !== undefined) {",
    "if (false) {",
    FUNCTIONS,
  ),
  guard(
    "a form makes one key",
    "page_parts.ts",
    'if (!await isFirst(call, form)) return { redirect: page.url({ done: "made" }) };',
    "",
    PAGE,
  ),
  guard(
    "a form that made no key can be sent again",
    "page_parts.ts",
    "if (form !== undefined) await usedMarks.take(records, form);",
    "",
    PAGE,
  ),
  guard("a form has the token of this site", "page.ts", "await requireCsrf(ctx);", "", PAGE),
  guard(
    "a form needs a fresh proof to create",
    "page.ts",
    'assertMayChange(visitor, "create-key", back);',
    "",
    PAGE,
  ),
  guard(
    "a form needs a fresh proof to rotate",
    "page.ts",
    'assertMayChange(visitor, "rotate-key", back);',
    "",
    PAGE,
  ),
  guard(
    "a form needs a fresh proof to revoke",
    "page.ts",
    'assertMayChange(visitor, "revoke-key", keysUrl(ctx, { step: "revoke", id }));',
    "",
    PAGE,
  ),
  guard(
    "a form of an organization has the token of this site",
    "organization_page.ts",
    "await requireCsrf(ctx);",
    "",
    ORGANIZATION_PAGE,
  ),
  guard(
    "a form of an organization needs a fresh proof",
    "organization_page.ts",
    "assertFreshProof(context.visitor, words, context.page.url(back));",
    "",
    ORGANIZATION_PAGE,
  ),
  guard(
    "a member without the right sees no keys",
    "organization_page.ts",
    'if (!access.can(membership, "key:read")) {',
    "if (false) {",
    ORGANIZATION_PAGE,
  ),
  guard(
    "a member without the right sees no services",
    "organization_views.ts",
    'access.can(membership, "service:read") ? listServices(config, membership) : undefined',
    "listServices(config, membership)",
    ORGANIZATION_PAGE,
  ),
  guard(
    "a member without the right has no link",
    "organization_link.ts",
    'if (!may("key:read")) return undefined;',
    "",
    ORGANIZATION_PAGE,
  ),
  guard(
    "scopes beyond the own role are not offered",
    "organization_views.ts",
    "named.has(one) && access.allows(membership.role, one)",
    "named.has(one)",
    ORGANIZATION_PAGE,
  ),
  guard(
    "the page of organizations is absent without them",
    "mod.ts",
    "return hasPages ? [OF_USERS, OF_ORGANIZATIONS] : [OF_USERS];",
    "return [OF_USERS, OF_ORGANIZATIONS];",
    ORGANIZATION_PAGE,
  ),
  guard(
    "the export has no hash",
    "mod.ts",
    "const { hash: _, anchor: _anchor, ...shown } = data;",
    "const shown = data;",
    FUNCTIONS,
  ),
];
