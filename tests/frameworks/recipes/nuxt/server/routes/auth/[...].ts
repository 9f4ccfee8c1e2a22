export default defineEventHandler(async ({ node }) => {
  await auth.handle(node.req, node.res);
});
