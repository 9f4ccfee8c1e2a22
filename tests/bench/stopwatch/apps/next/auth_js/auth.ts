import NextAuth from "next-auth";

export const { handlers, auth } = NextAuth({
  providers: [{ id: "op", name: "OP", type: "oidc" }],
});
