import { type CanActivate, type ExecutionContext, Injectable } from "@nestjs/common";
import { type ExpressAuthConfig, getSession } from "@x/auth/express";
import GitHub from "@x/auth/providers/github";

export const config: ExpressAuthConfig = { providers: [GitHub] };

@Injectable()
export class AuthGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const session = await getSession(context.switchToHttp().getRequest(), config);
    return session?.user !== undefined;
  }
}
