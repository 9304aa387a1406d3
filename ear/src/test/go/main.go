// Exchanges a token with the stock OAuth client of Go, which can set a URL and parameters, and verifies what it gets with go-oidc.
//
// Arguments: the issuer, the identity, the file with the token. Prints the subject.
package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	log.SetFlags(0)
	issuer, identity, file := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		log.Fatal(err)
	}
	subjectToken, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	config := clientcredentials.Config{
		TokenURL:  issuer + "/sts/exchange?identity=" + url.QueryEscape(identity),
		AuthStyle: oauth2.AuthStyleInParams,
		EndpointParams: url.Values{
			"grant_type":         {"urn:ietf:params:oauth:grant-type:token-exchange"},
			"subject_token":      {string(subjectToken)},
			"subject_token_type": {"urn:ietf:params:oauth:token-type:jwt"},
		},
	}
	token, err := config.Token(ctx)
	if err != nil {
		log.Fatal(err)
	}
	verified, err := provider.Verifier(&oidc.Config{ClientID: issuer}).Verify(ctx, token.AccessToken)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(verified.Subject)
}
