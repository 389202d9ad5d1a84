"""One criterion each: ``(evidence, check) -> Score``; and the functions task files may call."""

EVALUATORS = {
    "string_match": "pytest_vwa.evaluators.string_match:string_match",
    "url_match": "pytest_vwa.evaluators.url_match:url_match",
    "page_image_query": "pytest_vwa.evaluators.page_image:page_image_query",
}
STRICT = {
    "string_match": "pytest_vwa.evaluators.strict.string_match:string_match",
    "url_match": "pytest_vwa.evaluators.strict.url_match:url_match",
    "page_image_query": "pytest_vwa.evaluators.strict.page_image:page_image_query",
}
"""Those that judge otherwise under the profile ``strict``."""

# program_html is made of the functions that are registered in the end.
PROGRAM_HTML = "program_html"

_FUNCTIONS_BY_MODULE = {
    "page": (
        "get_query_text",
        "get_query_text_lowercase",
    ),
    "shopping_rest": (
        "shopping_get_latest_order_url",
        "shopping_get_sku_latest_review_author",
        "shopping_get_sku_latest_review_rating",
        "shopping_get_sku_latest_review_text",
        "shopping_get_sku_latest_review_title",
    ),
    "shopping": (
        "shopping_get_order_product_name_list",
        "shopping_get_order_product_quantity",
        "shopping_get_order_product_option",
        "shopping_get_product_attributes",
        "shopping_get_product_price",
        "shopping_get_num_reviews",
    ),
    "reddit": (
        "reddit_get_post_url",
        "reddit_get_latest_comment_content_by_username",
        "reddit_get_parent_comment_username_of_latest_comment_by_username",
    ),
    "gitlab": ("gitlab_get_project_memeber_role",),
}
FUNCTIONS = {
    name: f"pytest_vwa.evaluators.{module}:{name}"
    for module, names in _FUNCTIONS_BY_MODULE.items()
    for name in names
}
