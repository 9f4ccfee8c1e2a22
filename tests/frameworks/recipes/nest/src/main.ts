import { NestFactory } from "@nestjs/core";
import { ExpressAuth } from "@x/auth/express";
import { AppModule } from "./app.module";
import { config } from "./auth.guard";

const app = await NestFactory.create(AppModule);
app.use("/auth", ExpressAuth(config));
await app.listen(3000);
