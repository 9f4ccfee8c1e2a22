import { defineEventHandler } from "h3";
import { auth } from "../utils/auth";

export default defineEventHandler(({ node }) => auth.auth(node.req, node.res));
