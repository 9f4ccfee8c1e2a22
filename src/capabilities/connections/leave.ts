/**
 * A sign-out that goes on to the provider of the connection. What the provider is told is sealed in the
 * record of the session, under the key of the connection: one that has become another is told nothing.
 *
 * @module
 */

import { sessions } from "../../session/record.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { Questions } from "../../types/topics.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { endSession, leftOpenUrl, report, within } from "../sign_out/way_back.ts";
import { type ConnectionData, connections } from "./kinds.ts";
import { isConnectionId, makeProvider } from "./provider.ts";
import { type OidcSession, openLeaving } from "./leaving.ts";
import { type ConnectionsCall, makeConnectionsCall } from "./settings.ts";

/** See the topic `session.leaving`. */
export async function prepareLeave(
  { ctx }: Questions["session.leaving"]["asked"],
): Promise<Questions["session.leaving"]["answer"] | undefined> {
  const session = await sessionOf(ctx).open(ctx);
  const { provider: id } = await session?.proof() ?? {};
  if (!session?.identity || !id || !isConnectionId(id)) return undefined;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { records } = call;
  const { leaving } = (await sessions.get(records, session.identity.id))?.data ?? {};
  const data = leaving && (await connections.get(records, leaving.provider))?.data;
  if (!data?.signsOut) return undefined;
  const told = await openLeaving<OidcSession>(ctx.config, data, leaving!.sealed);
  const provider = told && await makeProvider(call, leaving!.provider, data);
  if (!provider) return undefined;
  return async () => {
    try {
      return await within(
        data.saml
          ? leaveBySaml(ctx, call, provider.id, data, leaving!.sealed)
          : leaveByOidc(ctx, provider, told),
      );
    } catch (error) {
      report(ctx, error);
      return leftOpenUrl(ctx, provider.id, "provider");
    }
  };
}

async function leaveByOidc(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { hint }: OidcSession,
): Promise<string> {
  const url = await endSession(ctx, provider, hint);
  if (url !== undefined) return url;
  throw new Error("its discovery document has no `end_session_endpoint`");
}

async function leaveBySaml(
  ctx: Context,
  { own: { saml } }: ConnectionsCall,
  id: string,
  data: ConnectionData,
  sealed: string,
): Promise<string> {
  const protocol = await saml?.load();
  if (protocol) return await protocol.leave(ctx, { id, data }, sealed);
  throw new Error("the app does not offer SAML any more");
}
