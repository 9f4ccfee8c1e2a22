/**
 * Documents that say what the endpoints can do.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-4 RFC 7644 §4}
 * @module
 */

import type { CallHandler } from "../../types/internal.ts";
import { type Directory, forDirectory } from "./directory.ts";
import { COUNT } from "./lists.ts";
import { notFound, ScimRefusal, toScim } from "./refusal.ts";
import { type Attribute, ENTERPRISE, GROUP_KIND, type ResourceKind, URN, USERS } from "./schema.ts";

const KINDS: readonly ResourceKind[] = [USERS, GROUP_KIND];

/** `GET scim/v2/{slug}/ServiceProviderConfig`. */
export const serviceProviderConfig: CallHandler = forDirectory(({ url }) =>
  Promise.resolve(toScim({
    schemas: [URN.config],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT.most },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{
      type: "oauthbearertoken",
      name: "API key",
      description: "A key of the organization with the scope scim, as a bearer token",
      specUri: "https://www.rfc-editor.org/rfc/rfc6750",
      primary: true,
    }],
    meta: { resourceType: "ServiceProviderConfig", location: `${url}/ServiceProviderConfig` },
  }))
);

function toResourceType({ url }: Directory, { name, path, schema, extension }: ResourceKind) {
  return {
    schemas: [URN.resourceType],
    id: name,
    name,
    endpoint: `/${path}`,
    description: name === "User" ? "People of the directory" : "Groups of the directory",
    schema,
    ...extension ? { schemaExtensions: [{ schema: URN.enterprise, required: false }] } : {},
    meta: { resourceType: "ResourceType", location: `${url}/ResourceTypes/${name}` },
  };
}

/** `GET scim/v2/{slug}/ResourceTypes`. */
export const listResourceTypes: CallHandler = forDirectory((directory) =>
  Promise.resolve(toList(KINDS.map((kind) => toResourceType(directory, kind))))
);

/** `GET scim/v2/{slug}/ResourceTypes/{id}`. */
export const getResourceType: CallHandler = forDirectory((directory, { params }) => {
  const kind = KINDS.find(({ name }) => name === params?.id);
  if (!kind) throw notFound();
  return Promise.resolve(toScim(toResourceType(directory, kind)));
});

function schemasOf({ url }: Directory) {
  const toSchema = (
    id: string,
    name: string,
    description: string,
    attributes: readonly Attribute[],
  ) => ({
    schemas: [URN.schema],
    id,
    name,
    description,
    attributes: attributes.map(toShown),
    meta: { resourceType: "Schema", location: `${url}/Schemas/${id}` },
  });
  const all = ({ attributes, others }: ResourceKind) =>
    [...attributes, ...others].filter(({ name }) => name !== "externalId");
  return [
    toSchema(URN.user, "User", "People of the directory", all(USERS)),
    toSchema(URN.group, "Group", "Groups of the directory", all(GROUP_KIND)),
    toSchema(URN.enterprise, "EnterpriseUser", "Employees", ENTERPRISE),
  ];
}

function toShown(attribute: Attribute): object {
  const { name, type, description, sub } = attribute;
  const isText = type === "string" || type === "reference";
  return {
    name,
    type,
    multiValued: attribute.multiValued ?? false,
    description,
    required: attribute.required ?? false,
    ...isText ? { caseExact: attribute.caseExact ?? type === "reference" } : {},
    mutability: attribute.mutability ?? "readWrite",
    returned: "default",
    ...isText ? { uniqueness: attribute.uniqueness ?? "none" } : {},
    ...type === "reference" ? { referenceTypes: ["User", "Group"] } : {},
    ...sub ? { subAttributes: sub.map(toShown) } : {},
  };
}

/** `GET scim/v2/{slug}/Schemas`. */
export const listSchemas: CallHandler = forDirectory((directory) =>
  Promise.resolve(toList(schemasOf(directory)))
);

/** `GET scim/v2/{slug}/Schemas/{id}`. */
export const getSchema: CallHandler = forDirectory((directory, { params }) => {
  const found = schemasOf(directory).find(({ id }) => id === params?.id);
  if (!found) throw notFound();
  return Promise.resolve(toScim(found));
});

function toList(resources: readonly object[]) {
  return toScim({
    schemas: [URN.list],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  });
}

/** Any other path: what this server does not have, of which the protocol names two. */
export const absent: CallHandler = forDirectory((_, { params }) => {
  if (params?.type === "Bulk" || params?.type === "Me") {
    throw new ScimRefusal(501, `This server has no /${params.type}`);
  }
  throw notFound();
});
