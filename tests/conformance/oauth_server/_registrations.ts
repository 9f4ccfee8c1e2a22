/**
 * Registrations as clients send them, from their sources, their documentation and what servers of
 * others have logged. The redirect URI of a request follows where it is not the first one.
 *
 * @module
 */

/** A registration of a client. */
export interface RealRegistration {
  readonly name: string;
  /** The body of its request. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Redirect URIs that it sends in requests. */
  readonly uses: readonly string[];
  /** Redirect URIs of the registration that cannot be used. Default: none. */
  readonly dropped?: readonly string[];
}

const BOTH = { grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] };
const PUBLIC = { ...BOTH, token_endpoint_auth_method: "none" };

export const REAL_REGISTRATIONS: readonly RealRegistration[] = [
  {
    name: "Cursor, by its scheme",
    metadata: {
      ...PUBLIC,
      client_name: "Cursor",
      application_type: "web",
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback"],
    },
    uses: ["cursor://anysphere.cursor-mcp/oauth/callback"],
  },
  {
    name: "Cursor 3",
    metadata: {
      ...PUBLIC,
      client_name: "Cursor",
      redirect_uris: [
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "https://www.cursor.com/bot/mcp/oauth/callback",
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "http://localhost:8787/callback",
        "grokbot://mcp/oauth/callback",
      ],
    },
    uses: ["http://localhost:8787/callback", "cursor://anysphere.cursor-mcp/oauth/callback"],
  },
  {
    name: "Windsurf",
    metadata: {
      ...PUBLIC,
      client_name: "Windsurf",
      redirect_uris: ["http://127.0.0.1:42671", "windsurf://codeium.windsurf"],
    },
    uses: ["http://127.0.0.1:50123", "windsurf://codeium.windsurf"],
  },
  {
    name: "Raycast",
    metadata: {
      ...PUBLIC,
      client_name: "Raycast",
      redirect_uris: [
        "https://raycast.com/redirect?packageName=Extension",
        "raycast://oauth?package_name=Extension",
        "com.raycast:/oauth?package_name=Extension",
      ],
    },
    uses: [
      "raycast://oauth?package_name=Extension",
      "com.raycast:/oauth?package_name=Extension",
      "https://raycast.com/redirect?packageName=Extension",
    ],
  },
  {
    name: "VS Code",
    metadata: {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
      ],
      response_types: ["code"],
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      scope: "project:read",
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    uses: ["http://127.0.0.1:59656/", "https://vscode.dev/redirect"],
  },
  {
    name: "VS Code before 1.103, which leaves the path out",
    metadata: {
      ...PUBLIC,
      client_name: "Visual Studio Code",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://localhost",
        "http://127.0.0.1",
        "http://localhost:33418",
        "http://127.0.0.1:33418",
      ],
    },
    uses: ["http://127.0.0.1:33418", "http://localhost:51000/"],
  },
  {
    name: "Cline in VS Code",
    metadata: {
      ...PUBLIC,
      client_name: "Cline",
      redirect_uris: ["vscode://saoudrizwan.claude-dev"],
    },
    uses: ["vscode://saoudrizwan.claude-dev"],
  },
  {
    name: "Claude Code",
    metadata: {
      ...PUBLIC,
      client_name: "Claude Code (mcp)",
      application_type: "native",
      redirect_uris: ["http://localhost:3118/callback"],
    },
    uses: ["http://localhost:3118/callback", "http://localhost:40000/callback"],
  },
  {
    name: "Claude",
    metadata: {
      ...PUBLIC,
      client_name: "Claude",
      redirect_uris: [
        "https://claude.ai/api/mcp/auth_callback",
        "https://claude.com/api/mcp/auth_callback",
      ],
      scope: "project:read claudeai",
    },
    uses: ["https://claude.ai/api/mcp/auth_callback"],
  },
  {
    name: "ChatGPT",
    metadata: {
      ...BOTH,
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      token_endpoint_auth_method: "client_secret_post",
    },
    uses: ["https://chatgpt.com/connector_platform_oauth_redirect"],
  },
  {
    name: "Codex",
    metadata: {
      ...PUBLIC,
      client_name: "Codex",
      application_type: "native",
      redirect_uris: ["http://127.0.0.1:37819/callback/acme"],
    },
    uses: ["http://127.0.0.1:37819/callback/acme"],
  },
  {
    name: "OpenCode",
    metadata: {
      ...PUBLIC,
      client_name: "OpenCode",
      client_uri: "https://opencode.ai",
      redirect_uris: ["http://127.0.0.1:19876/mcp/oauth/callback"],
    },
    uses: ["http://127.0.0.1:19876/mcp/oauth/callback"],
  },
  {
    name: "oidc-agent",
    metadata: {
      client_name: "oidc-agent:laptop",
      application_type: "web",
      response_types: ["code"],
      grant_types: [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
        "password",
      ],
      redirect_uris: [
        "http://localhost:8080",
        "http://localhost:43985",
        "http://localhost:4242",
        "edu.kit.data.oidc-agent:/redirect",
      ],
      scope: "openid profile offline_access",
    },
    uses: ["http://localhost:8080", "edu.kit.data.oidc-agent:/redirect"],
  },
  {
    name: "git-credential-oauth",
    metadata: {
      ...PUBLIC,
      client_name: "git-credential-oauth",
      redirect_uris: ["http://127.0.0.1"],
    },
    uses: ["http://127.0.0.1:35123", "http://127.0.0.1"],
  },
  {
    name: "mcp-remote",
    metadata: {
      ...PUBLIC,
      client_name: "MCP CLI Proxy",
      client_uri: "https://github.com/modelcontextprotocol/mcp-cli",
      redirect_uris: ["http://localhost:3334/oauth/callback"],
      software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
      software_version: "0.1.0",
    },
    uses: ["http://localhost:3334/oauth/callback"],
  },
  {
    name: "MCP Inspector",
    metadata: {
      ...PUBLIC,
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: [
        "http://localhost:6274/oauth/callback",
        "http://localhost:6274/oauth/callback/debug",
      ],
      scope: "",
    },
    uses: ["http://localhost:6274/oauth/callback/debug"],
  },
  {
    name: "Zed",
    metadata: {
      ...PUBLIC,
      client_name: "Zed",
      redirect_uris: ["http://127.0.0.1:0/callback", "zed://mcp/oauth/callback"],
    },
    uses: ["http://127.0.0.1:54321/callback", "zed://mcp/oauth/callback"],
  },
  {
    name: "an app of a phone, with the slashes that its library writes",
    metadata: {
      ...PUBLIC,
      client_name: "Phone",
      redirect_uris: ["com.example.app://callback", "com.example.app:///cb"],
    },
    uses: ["com.example.app://callback", "com.example.app:///cb"],
  },
  {
    name: "an app of Expo",
    metadata: {
      ...PUBLIC,
      client_name: "Expo",
      redirect_uris: ["exp://192.168.1.7:8081/--/auth", "myapp://auth"],
    },
    uses: ["myapp://auth"],
  },
  {
    name: "a client of an office, at a host of its network and at one of the internet",
    metadata: {
      ...PUBLIC,
      client_name: "Office",
      redirect_uris: [
        "https://tools.internal/callback",
        "http://tools.example/callback",
        "https://tools.example/callback",
      ],
    },
    uses: ["https://tools.example/callback"],
    dropped: ["https://tools.internal/callback", "http://tools.example/callback"],
  },
  {
    name: "a client without a name, which keeps a secret",
    metadata: { redirect_uris: ["https://client.example/callback"] },
    uses: ["https://client.example/callback"],
  },
];
