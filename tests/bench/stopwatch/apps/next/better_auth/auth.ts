import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins";

export const auth = betterAuth({
  plugins: [genericOAuth({
    config: [{
      providerId: "op",
      clientId: process.env.AUTH_OP_ID!,
      clientSecret: process.env.AUTH_OP_SECRET,
      discoveryUrl: `${process.env.AUTH_OP_ISSUER}/.well-known/openid-configuration`,
      scopes: ["openid", "profile", "email"],
    }],
  })],
});
