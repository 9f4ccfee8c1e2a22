// A client with go-oidc: prints the URL for the browser, reads the one that came back.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func text() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func check(err error) {
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}

func main() {
	issuer, client, secret, redirect := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, issuer)
	check(err)
	config := oauth2.Config{
		ClientID:     client,
		ClientSecret: secret,
		Endpoint:     provider.Endpoint(),
		RedirectURL:  redirect,
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier, nonce, state := text(), text(), text()
	digest := sha256.Sum256([]byte(verifier))
	challenge := base64.RawURLEncoding.EncodeToString(digest[:])
	fmt.Println("open", config.AuthCodeURL(state, oidc.Nonce(nonce),
		oauth2.SetAuthURLParam("code_challenge", challenge),
		oauth2.SetAuthURLParam("code_challenge_method", "S256")))
	input := bufio.NewScanner(os.Stdin)
	input.Scan()
	back, err := url.Parse(input.Text())
	check(err)
	if back.Query().Get("state") != state {
		check(fmt.Errorf("another state"))
	}
	token, err := config.Exchange(ctx, back.Query().Get("code"),
		oauth2.SetAuthURLParam("code_verifier", verifier))
	check(err)
	raw, _ := token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: client}).Verify(ctx, raw)
	check(err)
	if idToken.AccessTokenHash != "" {
		check(idToken.VerifyAccessToken(token.AccessToken))
	}
	if idToken.Nonce != nonce {
		check(fmt.Errorf("another nonce"))
	}
	user, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	check(err)
	fmt.Println("subject", user.Subject)
	for input.Scan() {
		if input.Text() == "refresh" {
			next, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
			if err != nil {
				fmt.Printf("refused %q\n", err.Error())
				continue
			}
			token = next
			fmt.Println("refreshed")
		} else if _, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token)); err != nil {
			fmt.Printf("status 401 %q\n", err.Error())
		} else {
			fmt.Println("status 200")
		}
	}
}
