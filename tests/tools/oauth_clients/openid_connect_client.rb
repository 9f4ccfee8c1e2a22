# A client with openid_connect: prints the URL for the browser, reads the one that came back.
require "openid_connect"
require "uri"
require "digest"
require "base64"

issuer, client_id, secret, redirect = ARGV
verifier = ENV["PKCE"].to_s
metadata = JSON.parse(OpenIDConnect.http_client.get_content("#{issuer}/.well-known/openid-configuration"))
client = OpenIDConnect::Client.new(
  identifier: client_id, secret: secret, redirect_uri: redirect,
  authorization_endpoint: metadata["authorization_endpoint"],
  token_endpoint: metadata["token_endpoint"], userinfo_endpoint: metadata["userinfo_endpoint"])
asked = { scope: [:profile, :email], state: "a-state", nonce: "a-nonce" }
unless verifier.empty?
  asked[:code_challenge] = Base64.urlsafe_encode64(Digest::SHA256.digest(verifier), padding: false)
  asked[:code_challenge_method] = "S256"
end
puts "open #{client.authorization_uri(asked)}"
$stdout.flush
client.authorization_code = URI.decode_www_form(URI(STDIN.gets.strip).query).to_h["code"]
token = client.access_token!(:basic, verifier.empty? ? {} : { code_verifier: verifier })
puts "subject #{token.userinfo!.sub}"
$stdout.flush
STDIN.gets
