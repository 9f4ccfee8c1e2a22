import { type CanActivate, type ExecutionContext, Injectable } from "@nestjs/common";
import { getSession } from "@x/auth/express";
import { config } from "./auth.js";

@Injectable()
export class AuthGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const session = await getSession(context.switchToHttp().getRequest(), config);
    return session?.user !== undefined;
  }
}
