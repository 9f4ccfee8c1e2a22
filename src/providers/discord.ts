/**
 * Discord, OAuth 2.0: {@link https://discord.com/developers/docs/topics/oauth2}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/discord.ts";

/** Members of Discord's user that are read here. */
export interface DiscordProfile extends AnyMembers {
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
  /** Email address. */
  email?: string | null;
  /** `true` when Discord verified the address. */
  verified?: boolean;
}

/**
 * Sign in with Discord. Callback URL: `{origin}{basePath}/callback/discord`.
 * Variables: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`.
 *
 * Create an application at {@link https://discord.com/developers/applications}
 * and add the callback URL to its redirects.
 */
const Discord: OAuthProvider<"discord", DiscordProfile> = oauth("discord", {
  name: "Discord",
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
});
export default Discord;

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
