/**
 * Endpoints of directories. Their code is loaded at the first request.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import { lazy } from "../../base/lazy.ts";
import type { CallMethod, ExplicitEndpoint } from "../../types/internal.ts";

const documents = lazy(() => import("./documents.ts"));
const groups = lazy(() => import("./groups.ts"));
const lists = lazy(() => import("./lists.ts"));
const refusals = lazy(() => import("./refusal.ts"));
const users = lazy(() => import("./users.ts"));

type Handlers = Awaited<ReturnType<ExplicitEndpoint["load"]>>;

function endpoint(
  path: string,
  methods: readonly CallMethod[],
  load: () => Promise<Handlers>,
): ExplicitEndpoint {
  return {
    kind: "explicit",
    answer: answerProgram,
    path: `scim/v2/{slug}/${path}`,
    methods,
    reads: ["application/scim+json", "application/json"],
    describeError: async ({ status, message }) =>
      (await refusals()).answerRefusal({ status, message, scimType: undefined, headers: {} }),
    load,
  };
}

/** A path of names comes before one of ids. */
export const ENDPOINTS: readonly ExplicitEndpoint[] = [
  endpoint("ServiceProviderConfig", ["GET"], async () => ({
    GET: (await documents()).serviceProviderConfig,
  })),
  endpoint("ResourceTypes", ["GET"], async () => ({ GET: (await documents()).listResourceTypes })),
  endpoint("ResourceTypes/{id}", ["GET"], async () => ({
    GET: (await documents()).getResourceType,
  })),
  endpoint("Schemas", ["GET"], async () => ({ GET: (await documents()).listSchemas })),
  endpoint("Schemas/{id}", ["GET"], async () => ({ GET: (await documents()).getSchema })),
  endpoint(".search", ["POST"], async () => ({ POST: (await lists()).searchAll })),
  endpoint("Users/.search", ["POST"], async () => ({ POST: (await lists()).searchUsers })),
  endpoint("Groups/.search", ["POST"], async () => ({ POST: (await lists()).searchGroups })),
  endpoint("Users", ["GET", "POST"], async () => ({
    GET: (await lists()).listUsers,
    POST: (await users()).createUser,
  })),
  endpoint("Groups", ["GET", "POST"], async () => ({
    GET: (await lists()).listGroups,
    POST: (await groups()).createGroup,
  })),
  endpoint("Users/{id}", ["GET", "PUT", "PATCH", "DELETE"], async () => {
    const { getUser, replaceUser, patchUser, deleteUser } = await users();
    return { GET: getUser, PUT: replaceUser, PATCH: patchUser, DELETE: deleteUser };
  }),
  endpoint("Groups/{id}", ["GET", "PUT", "PATCH", "DELETE"], async () => {
    const { getGroup, replaceGroup, patchGroup, deleteGroup } = await groups();
    return { GET: getGroup, PUT: replaceGroup, PATCH: patchGroup, DELETE: deleteGroup };
  }),
  endpoint("{type}", ["GET", "POST", "PUT", "PATCH", "DELETE"], async () => {
    const { absent } = await documents();
    return { GET: absent, POST: absent, PUT: absent, PATCH: absent, DELETE: absent };
  }),
];
