/**
 * The attributes of users and groups, as a table: what a request may say, how it is compared, and what
 * the schema documents show. All others are ignored.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7643#section-4 RFC 7643 §4}
 * @module
 */

const SCHEMAS = "urn:ietf:params:scim:schemas";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";

/** Names of schemas and messages. */
export const URN = {
  user: `${SCHEMAS}:core:2.0:User`,
  group: `${SCHEMAS}:core:2.0:Group`,
  enterprise: `${SCHEMAS}:extension:enterprise:2.0:User`,
  config: `${SCHEMAS}:core:2.0:ServiceProviderConfig`,
  resourceType: `${SCHEMAS}:core:2.0:ResourceType`,
  schema: `${SCHEMAS}:core:2.0:Schema`,
  error: `${MESSAGES}:Error`,
  list: `${MESSAGES}:ListResponse`,
  patch: `${MESSAGES}:PatchOp`,
  search: `${MESSAGES}:SearchRequest`,
} as const;

/** An attribute. */
export interface Attribute {
  /** Name, in its usual case. */
  readonly name: string;
  /** Type of its values. */
  readonly type: "boolean" | "complex" | "reference" | "string";
  /** What it says. */
  readonly description: string;
  /** `true` for a list. Default `false`. */
  readonly multiValued?: boolean;
  /** `true` when a resource has to have it. Default `false`. */
  readonly required?: boolean;
  /** `true` when upper and lower case are two values. Default `false`. */
  readonly caseExact?: boolean;
  /** Default `"readWrite"`. */
  readonly mutability?: "immutable" | "readOnly";
  /** Default `"none"`. */
  readonly uniqueness?: "server";
  /** Most characters. Default 1000. */
  readonly most?: number;
  /** Those of a complex attribute. */
  readonly sub?: readonly Attribute[];
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  ...more,
});

/** Sub-attributes of a list whose entries have a kind. */
const VALUES = [
  text("value", "The value"),
  text("display", "The value as people read it"),
  text("type", "Kind, such as work"),
  { name: "primary", type: "boolean", description: "True for the one that is preferred" },
] as const satisfies readonly Attribute[];

/** Attributes of a user. */
export const USER: readonly Attribute[] = [
  text("userName", "Name of the user, one in the organization", {
    required: true,
    uniqueness: "server",
    most: 320,
  }),
  text("externalId", "Id in the directory, one in the organization", {
    caseExact: true,
    most: 255,
  }),
  { name: "active", type: "boolean", description: "False ends the membership" },
  text("displayName", "Name that people read"),
  text("nickName", "Casual name"),
  text("title", "Title, such as Vice President"),
  text("userType", "Relation to the organization, such as Contractor"),
  text("preferredLanguage", "Language, as in Accept-Language"),
  text("locale", "Language and region of numbers and dates"),
  text("timezone", "Time zone, as in Europe/Berlin"),
  {
    name: "name",
    type: "complex",
    description: "Parts of the name",
    sub: [
      text("formatted", "Whole name"),
      text("familyName", "Family name"),
      text("givenName", "Given name"),
      text("middleName", "Middle name"),
      text("honorificPrefix", "Title before the name"),
      text("honorificSuffix", "Suffix after the name"),
    ],
  },
  {
    name: "emails",
    type: "complex",
    description: "Email addresses; the primary one, else the first one, is that of the member",
    multiValued: true,
    sub: VALUES,
  },
];

/** Attributes of the extension for employees. */
export const ENTERPRISE: readonly Attribute[] = [
  text("employeeNumber", "Number of the employee"),
  text("costCenter", "Cost center"),
  text("organization", "Organization"),
  text("division", "Division"),
  text("department", "Department"),
  {
    name: "manager",
    type: "complex",
    description: "Manager",
    sub: [
      text("value", "Id of the manager", { caseExact: true }),
      text("displayName", "Name of the manager"),
    ],
  },
];

/** Groups of a user, which groups say. */
export const GROUPS: Attribute = {
  name: "groups",
  type: "complex",
  description: "Groups that the user is in",
  multiValued: true,
  mutability: "readOnly",
  sub: [
    text("value", "Id of the group", { caseExact: true, mutability: "readOnly" }),
    { name: "$ref", type: "reference", description: "URL of the group", mutability: "readOnly" },
    text("display", "Name of the group", { mutability: "readOnly" }),
    text("type", "Kind: direct", { mutability: "readOnly" }),
  ],
};

/** Members of a group. */
export const MEMBERS: Attribute = {
  name: "members",
  type: "complex",
  description: "Users in the group",
  multiValued: true,
  sub: [
    text("value", "Id of the user", { caseExact: true, mutability: "immutable" }),
    { name: "$ref", type: "reference", description: "URL of the user", mutability: "immutable" },
    text("display", "Name of the user", { mutability: "readOnly" }),
    text("type", "Kind: User", { mutability: "immutable" }),
  ],
};

/** Attributes of a group, other than its members. */
export const GROUP: readonly Attribute[] = [
  text("displayName", "Name of the group, one in the organization", {
    required: true,
    uniqueness: "server",
    most: 255,
  }),
  text("externalId", "Id in the directory, one in the organization", {
    caseExact: true,
    most: 255,
  }),
];

/** Attributes of every resource that the server alone sets. */
const COMMON: ReadonlySet<string> = new Set(["id", "meta", "schemas"]);

/** A kind of resources. */
export interface ResourceKind {
  /** Name. */
  readonly name: "Group" | "User";
  /** Part of the path. */
  readonly path: "Groups" | "Users";
  /** Name of its schema. */
  readonly schema: string;
  /** What is stored of what the directory says. */
  readonly attributes: readonly Attribute[];
  /** The same of the extension. */
  readonly extension?: readonly Attribute[];
  /** Attributes that a request changes in another way, or not at all. */
  readonly others: readonly Attribute[];
}

/** Users. */
export const USERS: ResourceKind = {
  name: "User",
  path: "Users",
  schema: URN.user,
  attributes: USER,
  extension: ENTERPRISE,
  others: [GROUPS],
};

/** Groups. */
export const GROUP_KIND: ResourceKind = {
  name: "Group",
  path: "Groups",
  schema: URN.group,
  attributes: GROUP,
  others: [MEMBERS],
};

/** An attribute by its name in any case; `undefined` for an unknown one. */
export function findAttribute(
  list: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const lower = name.toLowerCase();
  return list.find((one) => one.name.toLowerCase() === lower);
}

/** Returns `true` for an attribute that the server alone sets, by its name in any case. */
export function isServerSet({ others }: ResourceKind, name: string): boolean {
  return COMMON.has(name.toLowerCase()) ||
    findAttribute(others, name)?.mutability === "readOnly";
}

/**
 * The name of an attribute without the name of the schema of its kind.
 *
 * @returns whether it is one of the extension, and the rest; an empty rest stands for all of it
 */
export function splitSchema(
  { schema, extension }: ResourceKind,
  name: string,
): { readonly isExtended: boolean; readonly rest: string } {
  const lower = name.toLowerCase();
  const after = (urn: string) => {
    const own = urn.toLowerCase();
    if (lower === own) return "";
    return lower.startsWith(`${own}:`) ? name.slice(own.length + 1) : undefined;
  };
  const core = after(schema);
  if (core !== undefined) return { isExtended: false, rest: core };
  const extended = extension ? after(URN.enterprise) : undefined;
  return extended === undefined
    ? { isExtended: false, rest: name }
    : { isExtended: true, rest: extended };
}
