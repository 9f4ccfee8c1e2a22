/**
 * Discord, OAuth 2.0: {@link https://discord.com/developers/docs/topics/oauth2}.
 *
 * @module
 */

import type { OAuth2Config, OAuthUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { mark } from "./_marks/discord.ts";

/** Members of Discord's user that are read here. */
export interface DiscordProfile {
  /** Stable account number as a string. */
  id: string;
  /** User name. */
  username: string;
  /** `"0"` for accounts with a unique handle, else four digits. */
  discriminator: string;
  /** Name shown to others. */
  global_name: string | null;
  /** Hash of the picture. */
  avatar: string | null;
  /** E-mail address. */
  email?: string | null;
  /** `true` when Discord verified the address. */
  verified?: boolean;
  /** Members that Discord adds. */
  // deno-lint-ignore no-explicit-any -- of any type, as in Auth.js
  [member: string]: any;
}

/**
 * Sign in with Discord. Callback URL: `{origin}{basePath}/callback/discord`.
 * Variables: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`.
 *
 * Create an application at {@link https://discord.com/developers/applications}
 * and add the callback URL to its redirects.
 *
 * @example
 * ```ts
 * import Discord from "@x/auth/providers/discord";
 *
 * const provider = Discord({ clientId: "id", clientSecret: "secret" });
 * console.log(provider.id);
 * ```
 */
export default function Discord<P extends DiscordProfile, Id extends OwnId<"discord"> = "discord">(
  options?: OAuthUserConfig<P> & WithId<Id>,
): OAuth2Config<P, NoInfer<Id>> {
  return {
    id: idOf(options, "discord"),
    name: "Discord",
    type: "oauth",
    authorization: {
      url: "https://discord.com/api/oauth2/authorize",
      params: { scope: "identify email" },
    },
    token: "https://discord.com/api/oauth2/token",
    userinfo: "https://discord.com/api/users/@me",
    emailVerified: "verified",
    profile: (user) => ({
      id: user.id,
      name: user.global_name ?? user.username,
      email: user.email,
      image: pictureOf(user),
    }),
    style: { brandColor: "#5865F2", mark },
    options,
  };
}

/** Picture URL: {@link https://discord.com/developers/docs/reference#image-formatting}. */
function pictureOf({ id, avatar, discriminator }: DiscordProfile): string {
  const cdn = "https://cdn.discordapp.com";
  if (avatar !== null) {
    const format = avatar.startsWith("a_") ? "gif" : "png"; // "a_" marks an animation
    return `${cdn}/avatars/${id}/${avatar}.${format}`;
  }
  const number = discriminator === "0" ? Number(BigInt(id) >> 22n) % 6 : Number(discriminator) % 5;
  return `${cdn}/embed/avatars/${number}.png`;
}
