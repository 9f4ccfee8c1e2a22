import { defineEventHandler } from "h3";
import { auth } from "../../utils/auth";

export default defineEventHandler(async ({ node }) => {
  await auth.handle(node.req, node.res);
});
