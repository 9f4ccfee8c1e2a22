/**
 * Read-only views over the records, for joins and reports. They have no secret, and no record that
 * has expired. Their columns are frozen in `tests/views.txt`: an app joins with them.
 *
 * Each view shows what the functions of the library count: no member of an organization that ends,
 * and no key of a user who is suspended. The time is the one of the database.
 *
 * @module
 */

import type { SqlDialect, SqlTables } from "../../base/store_facts.ts";
import { enrolments, type FactorData } from "../../capabilities/factors/enrolments.ts";
import { type KeyData, keys } from "../../capabilities/keys/kinds.ts";
import { type GrantData, grants } from "../../capabilities/oauth_server/kinds.ts";
import {
  type InvitationData,
  invitations,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
} from "../../capabilities/organizations/kinds.ts";
import { type AnchorData, anchors } from "../../session/anchor.ts";
import { messageOf } from "../doctor/finding.ts";
import { WORDS, type Words } from "./view_words.ts";

/** Members of a config whose records have views. */
export type ViewOwner = "factors" | "keys" | "oauthServer" | "organizations";

/** A view. */
export interface View {
  /** Its name, after the prefix. */
  readonly name: string;
  /** Columns, in their order. */
  readonly columns: readonly string[];
  /** Statements that make it, or replace an older one. */
  readonly statements: readonly string[];
}

type Columns = Readonly<Record<string, string>>;

/** A query of a view. */
interface Query {
  readonly columns: Columns;
  readonly from: readonly string[];
  readonly where: readonly string[];
}

/** Names a member of data, so that the compiler knows it. */
const knownMember = <Data>() => <Name extends keyof Data & string>(name: Name) => name;
const anchor = knownMember<AnchorData>();
const factor = knownMember<FactorData>();
const grant = knownMember<GrantData>();
const invitation = knownMember<InvitationData>();
const key = knownMember<KeyData>();
const member = knownMember<MembershipData>();
const org = knownMember<OrgData>();

/** Rows of a kind that have not expired. */
const ofKind = (row: string, kind: { readonly name: string }): string[] => [
  `${row}.kind = '${kind.name}'`,
  `(${row}.expires IS NULL OR ${row}.expires > clock.ms)`,
];

/** Organizations that are not being deleted. */
const organizationRows = ({ isFalse }: Words, row: string): string[] => [
  ...ofKind(row, organizations),
  isFalse(row, org("isEnding")),
];

/** The user has the anchor under which a credential was made: a suspension removes it. */
const isAnchored = ({ records, text, hasOwner }: Words, row: string): string =>
  `EXISTS (
    SELECT 1 FROM ${records} AS anchor
    WHERE ${ofKind("anchor", anchors).join(" AND ")}
      AND ${hasOwner("anchor", `${row}.owner`)}
      AND ${text("anchor", anchor("id"))} = ${text(row, key("anchor") && grant("anchor"))}
  )`;

/** The queries of each view. */
const VIEWS: readonly {
  readonly name: string;
  readonly owner: ViewOwner;
  readonly query: (words: Words) => Query;
}[] = [
  {
    name: "organizations",
    owner: "organizations",
    query: (words) => {
      const { records, id, text, time, clock } = words;
      return {
        columns: {
          id: id("o.id"),
          name: text("o", org("name")),
          slug: text("o", org("slug")),
          created_at: time("o", org("createdAt")),
        },
        from: [`${records} AS o`, clock],
        where: organizationRows(words, "o"),
      };
    },
  },
  {
    // Owners are those of the list in the organization, as `roleIn` has it.
    name: "memberships",
    owner: "organizations",
    query: (words) => {
      const { records, id, text, time, clock, listHas } = words;
      const role = text("m", member("role"));
      const owns = listHas("o", org("owners"), "m.owner");
      return {
        columns: {
          organization_id: id("o.id"),
          user_id: id("m.owner"),
          role: `CASE WHEN ${owns} THEN 'owner' ELSE ${role} END`,
          since: time("m", member("since")),
        },
        from: [
          `${records} AS m`,
          clock,
          `JOIN ${records} AS o ON o.id = ${text("m", member("org"))}`,
        ],
        where: [
          ...ofKind("m", memberships),
          ...organizationRows(words, "o"),
          `(${role} <> 'owner' OR ${owns})`,
        ],
      };
    },
  },
  {
    // Those that were accepted are none. The address is sealed, so it is in no column.
    name: "invitations",
    owner: "organizations",
    query: (words) => {
      const { records, id, text, optional, since1970, clock } = words;
      return {
        columns: {
          id: id("i.id"),
          organization_id: id("o.id"),
          role: text("i", invitation("role")),
          invited_by: optional("i", invitation("inviter")),
          expires_at: since1970("i.expires"),
        },
        from: [
          `${records} AS i`,
          clock,
          `JOIN ${records} AS o ON o.id = ${text("i", invitation("org"))}`,
        ],
        where: [
          ...ofKind("i", invitations),
          ...organizationRows(words, "o"),
          `${optional("i", invitation("claimedBy"))} IS NULL`,
        ],
      };
    },
  },
  {
    name: "api_keys",
    owner: "keys",
    query: (words) => {
      const { records, id, text, optionalTime, json, clock } = words;
      const expires = optionalTime("k", key("expires"));
      return {
        columns: {
          id: id("k.id"),
          owner_kind: text("k", `${key("owner")}.kind`),
          owner: text("k", `${key("owner")}.id`),
          name: text("k", key("name")),
          scopes: json("k", key("scopes")),
          expires_at: expires,
          last_used_at: optionalTime("k", key("lastUsedAt")),
        },
        from: [`${records} AS k`, clock],
        where: [
          ...ofKind("k", keys),
          `(${expires} IS NULL OR ${expires} > clock.at)`,
          `(${text("k", `${key("owner")}.kind`)} <> 'user' OR ${isAnchored(words, "k")})`,
        ],
      };
    },
  },
  {
    name: "factors",
    owner: "factors",
    query: ({ records, id, text, time, clock }) => ({
      columns: {
        user_id: id("f.owner"),
        kind: text("f", factor("factor")),
        added_at: time("f", factor("createdAt")),
      },
      from: [`${records} AS f`, clock],
      where: ofKind("f", enrolments),
    }),
  },
  {
    name: "grants",
    owner: "oauthServer",
    query: (words) => {
      const { records, id, text, optional, time, optionalTime, clock } = words;
      return {
        columns: {
          id: id("g.id"),
          user_id: id("g.owner"),
          client_id: text("g", grant("client")),
          client_name: text("g", grant("clientName")),
          organization_id: optional("g", grant("organization")),
          created_at: time("g", grant("createdAt")),
          last_used_at: optionalTime("g", grant("lastUsedAt")),
        },
        from: [`${records} AS g`, clock],
        where: [...ofKind("g", grants), isAnchored(words, "g")],
      };
    },
  },
];

/** Name of the table of records over a tool of the app. */
const RECORDS = "auth_records";

/**
 * The views of these members of a config.
 *
 * @throws {Error} with a sentence when the app has another name for the table of records
 */
export function viewsFor(
  { dialect, own, ...naming }: Omit<SqlTables, "query" | "set">,
  owners: ReadonlySet<ViewOwner>,
): View[] {
  if (own && own.names.records !== RECORDS) {
    throw new Error(`Views need the table of records to be called \`${RECORDS}\`.`);
  }
  const words = WORDS[dialect satisfies SqlDialect]({ ...naming, isOwn: own !== undefined });
  return VIEWS.filter(({ owner }) => owners.has(owner)).map(({ name, query }) => {
    const made = query(words);
    return {
      name: words.view(name).plain,
      columns: Object.keys(made.columns),
      statements: words.create(words.view(name).quoted, toSql(made)),
    };
  });
}

/**
 * The statements that make the views that a database lacks, or has with other columns.
 *
 * @param views those that it should have
 */
export async function missingViews(
  { dialect, query, ...naming }: SqlTables,
  views: readonly View[],
): Promise<string[]> {
  const { columnsOf } = WORDS[dialect](naming);
  const missing: string[] = [];
  for (const { name, columns, statements } of views) {
    const { text, params } = columnsOf(name);
    const found = await ask(() => query(text, params));
    if (String(found.map((row) => row.name)) !== String(columns)) missing.push(...statements);
  }
  return missing;
}

/** Rows of a query; none for a view over a table that is gone, which SQLite cannot read. */
async function ask(
  query: () => ReturnType<SqlTables["query"]>,
): Promise<Record<string, unknown>[]> {
  try {
    return await query();
  } catch (error) {
    if (/no such table/.test(messageOf(error))) return [];
    throw error;
  }
}

function toSql({ columns, from, where }: Query): string {
  const list = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
  return `SELECT ${list.join(",\n  ")}\nFROM ${from.join("\n  ")}\nWHERE ${where.join("\n  AND ")}`;
}
