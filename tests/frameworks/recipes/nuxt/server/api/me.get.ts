export default defineEventHandler(({ node }) => auth.auth(node.req, node.res));
