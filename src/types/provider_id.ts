/**
 * Ids of the providers that come with the library. Written by
 * `tests/tools/providers.ts`.
 *
 * @module
 */

/** Id of a provider that comes with the library. */
export type BuiltInProviderId =
  | "42-school"
  | "apple"
  | "asgardeo"
  | "atlassian"
  | "auth0"
  | "authentik"
  | "azure-ad"
  | "azure-ad-b2c"
  | "azure-devops"
  | "bankid-no"
  | "battlenet"
  | "beyondidentity"
  | "bitbucket"
  | "box"
  | "boxyhq-saml"
  | "bungie"
  | "click-up"
  | "cognito"
  | "coinbase"
  | "concept2"
  | "credentials"
  | "descope"
  | "discord"
  | "dribbble"
  | "dropbox"
  | "duende-identity-server6"
  | "email"
  | "eventbrite"
  | "eveonline"
  | "facebook"
  | "faceit"
  | "figma"
  | "forwardemail"
  | "foursquare"
  | "freshbooks"
  | "frontegg"
  | "fusionauth"
  | "github"
  | "gitlab"
  | "google"
  | "hubspot"
  | "huggingface"
  | "hydra"
  | "identity-server4"
  | "instagram"
  | "kakao"
  | "keycloak"
  | "kinde"
  | "line"
  | "linkedin"
  | "logto"
  | "loops"
  | "mailchimp"
  | "mailgun"
  | "mailru"
  | "mastodon"
  | "mattermost"
  | "medium"
  | "microsoft-entra-id"
  | "naver"
  | "netlify"
  | "netsuite"
  | "nextcloud"
  | "nodemailer"
  | "notion"
  | "okta"
  | "onelogin"
  | "osso"
  | "osu"
  | "passage"
  | "passkey"
  | "password"
  | "patreon"
  | "ping-id"
  | "pinterest"
  | "pipedrive"
  | "postmark"
  | "reddit"
  | "resend"
  | "roblox"
  | "salesforce"
  | "sendgrid"
  | "simplelogin"
  | "slack"
  | "spotify"
  | "strava"
  | "threads"
  | "tiktok"
  | "todoist"
  | "trakt"
  | "twitch"
  | "twitter"
  | "united-effects"
  | "vipps"
  | "vk"
  | "webauthn"
  | "webex"
  | "wechat"
  | "wikimedia"
  | "wordpress"
  | "workos"
  | "yandex"
  | "zitadel"
  | "zoho"
  | "zoom";

/** Id of an email provider that comes with the library. */
export type EmailProviderId =
  | "email"
  | "forwardemail"
  | "loops"
  | "mailgun"
  | "nodemailer"
  | "postmark"
  | "resend"
  | "sendgrid";

/** Id of the credentials provider. */
export type CredentialsProviderId = "credentials";

/** Id of an OAuth 2 or OpenID Connect provider that comes with the library. */
export type OAuthProviderId = Exclude<
  BuiltInProviderId,
  EmailProviderId | CredentialsProviderId | "passkey" | "password" | "webauthn"
>;

/** Known ids or any string. */
export type ProviderId = NamedId<BuiltInProviderId>;

/**
 * An id that a call names: those of the app are offered, and any string is taken, since many apps
 * read it from a list, a form or a URL. An unknown one leads to the sign-in page.
 */
// deno-lint-ignore ban-types -- keeps completion for known ids
export type NamedId<Id extends string> = Id | (string & {});
