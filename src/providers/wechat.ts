/**
 * WeChat, OAuth 2.0: {@link https://developers.weixin.qq.com/doc/offiaccount/en/OA_Web_Apps/Wechat_webpage_authorization.html}.
 *
 * @module
 */

import { customFetch } from "../symbols.ts";
import { oauth, type OAuthProvider } from "./_make.ts";
import { mark } from "./_marks/wechat.ts";
import { completeTokenType } from "./_token_type.ts";

/** Members of WeChat's profile that are read here. */
export interface WeChatProfile {
  /** Id of the person for this app. */
  openid: string;
  /** Id of the person for all apps of an account on the open platform. */
  unionid?: string;
  /** Nickname of the account. */
  nickname: string;
  /** URL of a picture. */
  headimgurl: string;
  /** Members that WeChat adds. */
  [member: string]: unknown;
}

/** Options that only {@linkcode WeChat} has. */
export interface WeChatOptions {
  /**
   * Platform of the registration: `OfficialAccount` (default) for the browser
   * inside WeChat, `WebsiteApp` for a QR code on any site.
   */
  platformType?: "OfficialAccount" | "WebsiteApp" | undefined;
}

/**
 * Sign in with WeChat. Register an official account, or a website app on the
 * open platform; the callback is given as a domain. Callback URL:
 * `{origin}{basePath}/callback/wechat`. Variables: `AUTH_WECHAT_ID`,
 * `AUTH_WECHAT_SECRET`.
 *
 * WeChat does not provide an email address.
 */
const WeChat: OAuthProvider<"wechat", WeChatProfile, WeChatOptions> = oauth("wechat", (options) => {
  const { clientId, clientSecret, platformType = "OfficialAccount" } = options;
  const [path, scope] = platformType === "WebsiteApp"
    ? ["qrconnect", "snsapi_login"]
    : ["oauth2/authorize", "snsapi_userinfo"];
  return {
    name: "WeChat",
    authorization: {
      // Browsers on phones require the fragment.
      url: `https://open.weixin.qq.com/connect/${path}#wechat_redirect`,
      params: { ...(clientId ? { appid: clientId } : {}), scope },
    },
    token: {
      url: "https://api.weixin.qq.com/sns/oauth2/access_token",
      params: clientId && clientSecret ? { appid: clientId, secret: clientSecret } : {},
      // The answer is JSON with the content type text/plain, and has no token type.
      conform: completeTokenType,
    },
    userinfo: {
      url: "https://api.weixin.qq.com/sns/userinfo",
      request: async ({ tokens, provider }) => {
        const url = new URL(provider.userinfo.url);
        url.searchParams.set("access_token", String(tokens.access_token));
        url.searchParams.set("openid", String(tokens.openid));
        url.searchParams.set("lang", "zh_CN");
        const response = await (provider[customFetch] ?? fetch)(url);
        const user = await response.json();
        // Errors have status 200 and an `errcode`.
        if (user.errcode) throw new TypeError(`Cannot read the user: error ${user.errcode}`);
        return user;
      },
    },
    checks: ["state"],
    emailVerified: false, // the profile has no address
    profile: (user) => ({
      // Accounts outside the open platform have no id shared by several apps.
      id: user.unionid ?? user.openid,
      name: user.nickname,
      email: null,
      image: user.headimgurl,
    }),
    style: { brandColor: "#fff", mark },
  };
});
export default WeChat;
