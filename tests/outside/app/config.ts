/** A config of an app: variables that can be undefined, own providers, callbacks. */
import { Auth, type AuthConfig, CredentialsSignin, customFetch, setEnvDefaults } from "@x/auth";
import type { Account, Profile, Session, User } from "@x/auth/types";
import { AuthError } from "@x/auth/errors";
import { decode, encode, getToken, type JWT } from "@x/auth/jwt";
import type { AppProviders, BuiltInProviders, OAuthChecks, Provider } from "@x/auth/providers";
import type { OAuthConfig, OAuthUserConfig, OIDCConfig } from "@x/auth/providers/oauth";
import Credentials from "@x/auth/providers/credentials";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailUserConfig,
} from "@x/auth/providers/email";
import GitHub, { type GitHubProfile } from "@x/auth/providers/github";
import Google from "@x/auth/providers/google";
import Keycloak from "@x/auth/providers/keycloak";
import Entra from "@x/auth/providers/microsoft-entra-id";
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";
import Resend from "@x/auth/providers/resend";
import type { Role } from "./augmented.js";

const roleOf = (login: string): Role => login === "ada" ? "admin" : "member";
const theme: { logo?: string } = {};

function Acme<P extends { uid: string; nick?: string }>(
  options: OAuthUserConfig<P>,
): OAuthConfig<P> {
  return {
    id: "acme",
    name: "Acme",
    type: "oauth",
    authorization: { url: "https://acme.example/authorize", params: { scope: "me" } },
    token: {
      url: "https://acme.example/token",
      async request({ params, checks }: { params: { code: string }; checks: OAuthChecks }) {
        return { tokens: { access_token: params.code + (checks.code_verifier ?? "") } };
      },
    },
    userinfo: "https://acme.example/me",
    profile: ({ uid, nick }) => ({ id: uid, name: nick, role: roleOf(uid) }),
    account: (tokens) => ({ access_token: tokens.access_token }),
    style: { brandColor: process.env.ACME_COLOR, logo: theme.logo },
    options,
  };
}

const own: OIDCConfig<Profile> = {
  id: "op",
  name: "OpenID Provider",
  type: "oidc",
  issuer: process.env.OP_ISSUER,
  clientId: process.env.OP_ID,
  clientSecret: process.env.OP_SECRET,
  checks: ["pkce", "state", "nonce"],
  [customFetch]: (...args: Parameters<typeof fetch>) => fetch(...args),
};

const mail: EmailUserConfig = {
  apiKey: process.env.MAIL_KEY,
  from: process.env.MAIL_FROM,
  async sendVerificationRequest(params: EmailProviderSendVerificationRequestParams) {
    const { identifier, url, provider, expires } = params;
    const sender: EmailConfig = provider;
    console.log(identifier, url, sender.from, expires.getTime());
  },
};

const providers: AppProviders = [
  GitHub,
  GitHub({
    id: "github-enterprise",
    clientId: process.env.GHE_ID,
    clientSecret: process.env.GHE_SECRET,
    enterprise: { baseUrl: process.env.GHE_URL },
    profile: (profile: GitHubProfile) => ({
      id: String(profile.id),
      name: profile.name,
      email: profile.email,
      role: roleOf(profile.login),
    }),
  }),
  Google({ clientId: process.env.GOOGLE_ID, authorization: { params: { prompt: "consent" } } }),
  Keycloak({ issuer: process.env.KEYCLOAK_ISSUER }),
  Entra({ issuer: process.env.ENTRA_ISSUER, profilePhotoSize: 48 }),
  Acme({ clientId: process.env.ACME_ID, redirectProxyUrl: process.env.PROXY_URL }),
  Resend(mail),
  Nodemailer({ server: "smtp://localhost:25", from: process.env.MAIL_FROM }),
  Passkey({ relayingParty: { id: process.env.RP_ID } }),
  own,
  Credentials({
    credentials: { username: { label: "User" }, password: { type: "password" } },
    async authorize({ username, password }, request) {
      const text: unknown = username;
      if (password !== request.headers.get("x")) throw new CredentialsSignin();
      return { id: "1", name: String(text), role: "member" };
    },
  }),
];
const first: Provider | undefined = providers[0];
const make: BuiltInProviders["google"] = Google;

export const config: AuthConfig = {
  providers,
  secret: process.env.AUTH_SECRET,
  basePath: process.env.BASE_PATH,
  redirectProxyUrl: process.env.AUTH_REDIRECT_PROXY_URL,
  debug: process.env.DEBUG === undefined ? undefined : true,
  useSecureCookies: undefined,
  trustHost: undefined,
  theme: { logo: process.env.LOGO, brandColor: theme.logo },
  session: { strategy: "jwt", maxAge: undefined, revocation: undefined },
  cookies: { sessionToken: { name: process.env.COOKIE, options: { domain: process.env.DOMAIN } } },
  pages: { signIn: process.env.SIGNIN_PAGE, newUser: undefined },
  logger: { error: (error) => console.error(error.name), debug: undefined },
  events: { signIn: ({ user, isNewUser }) => console.log(user.role, isNewUser), signOut: undefined },
  callbacks: {
    signIn: ({ account, profile }) => account?.provider !== "acme" || profile?.email !== undefined,
    redirect: undefined,
    jwt({ token, user, account, trigger }) {
      if (trigger === "signIn") token.role = user.role;
      if (account) token.tenant = account.tenant;
      return token;
    },
    session({ session, token, user }) {
      const role: Role = token.role ?? user.role;
      session.user.role = role;
      session.user.id = token.sub ?? user.id;
      const device: string = session.device;
      return { ...session, device };
    },
  },
};

export async function answer(request: Request): Promise<Response> {
  setEnvDefaults(process.env, config);
  const { secret = "" } = config;
  const text: string = await encode({ token: { role: "admin" }, secret, salt: "x" });
  const token: JWT | null = await decode({ token: text, secret, salt: "x" });
  const read = await getToken({ req: request, secret: process.env.AUTH_SECRET, raw: true });
  const user: User = { role: token?.role ?? "member", name: read ?? undefined };
  const session: Session = { expires: "", user: { id: "1", role: user.role } };
  const account = (tenant: string): Account => ({
    provider: "acme",
    providerAccountId: "1",
    type: "oauth",
    tenant,
  });
  if (new AuthError("x").type === "AccessDenied") console.log(session, first, make, account("a"));
  // @ts-expect-error -- unknown role
  const wrong: Role = session.user.role === "admin" ? "owner" : "member";
  // @ts-expect-error -- the client id is a string
  GitHub({ clientId: wrong.length });
  return await Auth(request, config);
}
