/**
 * Functions of the authorization server, for apps. They check no permission.
 *
 * @module
 */

export { listClientGrants, listGrants, revokeGrant } from "./grant_functions.ts";
export {
  getClient,
  listClients,
  registerClient,
  removeClient,
  rotateClientSecret,
  updateClient,
} from "./client_functions.ts";
export { deliverLogouts } from "./logout_functions.ts";
export { rotateSigningKey } from "./key_functions.ts";
export { issueToken, verifyToken } from "./own_tokens.ts";
